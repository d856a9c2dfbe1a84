/** One address in all its spellings: without case, its characters composed the same way. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

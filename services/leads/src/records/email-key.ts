/** Returns a normalised address, to compare addresses regardless of case and Unicode composition. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

/** Returns up to two letters or digits of an email address: AM for `alex.morgan@…`, OW for `owner@…`; `?` if none. */
export function initialsOf(email: string): string {
  const name = email.split('@')[0] ?? '';
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join('').toLocaleUpperCase('en') || '?';
}

/** Returns up to two capitals or digits for an email address: AM for `alex.morgan@…`, OW for `owner@…`; else ?. */
export function initialsOf(email: string): string {
  const name = email.split('@')[0] ?? '';
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join('').toLocaleUpperCase('en') || '?';
}

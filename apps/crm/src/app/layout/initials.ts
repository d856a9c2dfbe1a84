/** Two capitals for an email address: `alex.morgan@…` is AM, `owner@…` is OW. */
export function initialsOf(email: string): string {
  const name = email.split('@')[0] ?? '';
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2);
  return letters.join('').toLocaleUpperCase('en') || '?';
}

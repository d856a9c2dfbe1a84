import { currency, owner } from './site.js';

export const experience = `${owner.years} years`;

/** The role in the middle of a sentence or a line: `senior software engineer`, `iOS developer`. */
export const roleInText = owner.role.replace(/(^| )\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** The role at the start of a sentence: `Senior software engineer`. */
export const role = capitalised(roleInText);

/** The owner's initials, for the brand mark: `am`. */
export const initials = initialsOf(owner.name);

/** The owner's name as a file name: `alex-morgan`. Letters outside ASCII stay, without their accents. */
export const slug = owner.name
  .normalize('NFD')
  .replace(/[\p{M}'’.]/gu, '')
  .toLowerCase()
  .replace(/[^\p{L}\p{N}]+/gu, '-')
  .replace(/^-|-$/g, '');

const price = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency,
  currencyDisplay: 'narrowSymbol',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Returns an amount in the site's currency: `$24,000` or, with cents if there are any, `$1,250.50`. */
export const formatMoney = (amount: number) => price.format(amount);

/** The currency's sign before an amount: `$`, or `CHF` with a space. */
export const currencySymbol = formatMoney(0).replace('0', '');

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the first letters of the first and the last word: `jd` for Jane van Doe. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).map((word) => [...word][0]?.toLowerCase() ?? '');
  return letters[0] + (letters.length > 1 ? (letters.at(-1) ?? '') : '');
}

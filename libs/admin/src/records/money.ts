import { currencySymbol } from '@docfolio/site-copy/derived';

export { formatMoney as moneyOf } from '@docfolio/site-copy/derived';

/** Ways to group thousands. A point before three digits groups, because an amount has two decimals: '1.500' is 1,500. */
const grouped = [
  { pattern: /^\d{1,3}(,\d{3})+(\.\d*)?$/, separators: /,/g, decimal: '.' },
  { pattern: /^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/, separators: /\./g, decimal: ',' },
  { pattern: /^[1-9]\d{0,2}([ \u00a0\u202f'’]\d{3})+([.,]\d*)?$/, separators: /[ \u00a0\u202f'’]/g, decimal: ',' },
];

/**
 * Parses an amount: '24000', '24,000.50', '24.000,50', '24 000' or '$24,000'.
 * @returns null for '', NaN for an invalid text ('24,5')
 */
export function amountIn(text: string): number | null {
  const symbol = currencySymbol.trim();
  const typed = text
    .trim()
    .slice(text.trim().startsWith(symbol) ? symbol.length : 0)
    .trim();
  if (typed === '') return null;
  const style = grouped.find(({ pattern }) => pattern.test(typed));
  const plain = style ? typed.replace(style.separators, '').replace(style.decimal, '.') : typed;
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? Number(plain) : Number.NaN;
}

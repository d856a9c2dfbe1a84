import { currencySymbol } from '@docfolio/site-copy/derived';

export { formatMoney as moneyOf } from '@docfolio/site-copy/derived';

/** Parses an amount: '24000', '24,000.50' or '$24,000'. @returns null for '', NaN for an invalid text ('24,5') */
export function amountIn(text: string): number | null {
  const symbol = currencySymbol.trim();
  const typed = text
    .trim()
    .slice(text.trim().startsWith(symbol) ? symbol.length : 0)
    .trim();
  if (typed === '') return null;
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : typed;
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? Number(plain) : Number.NaN;
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
});

/** '$24,000', '$1,250.50': cents where there are any. */
export const moneyOf = (amount: number) => dollars.format(amount);

/**
 * The amount in what somebody typed: '24000', '24,000.50', '$24,000'.
 * @returns null for nothing, NaN for what is no amount: 24,5 is not taken for 245
 */
export function amountIn(text: string): number | null {
  const typed = text.replace(/^\s*\$?\s*/, '').trim();
  if (typed === '') return null;
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed) ? typed.replaceAll(',', '') : typed;
  return /^-?\d*\.?\d+$|^-?\d+\.$/.test(plain) ? Number(plain) : Number.NaN;
}

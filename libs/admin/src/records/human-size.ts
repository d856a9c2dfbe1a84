const units = ['Bytes', 'KB', 'MB'] as const;

/** Formats bytes as '248.31 KB': base 1024, up to MB, at most two decimals (specification, section 9). */
export function humanSize(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  // Rounding may reach the next unit: 1,048,575 bytes are 1 MB, not 1024 KB.
  const rounded = Number(size.toFixed(2));
  return rounded === 1024 && unit < units.length - 1 ? `1 ${units[unit + 1]}` : `${rounded} ${units[unit]}`;
}

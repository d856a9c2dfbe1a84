/**
 * In front of the file: Excel takes a CSV file without it for one of the system's old character set and garbles every
 * umlaut. Other programs and importers know it and leave it out.
 */
export const byteOrderMark = '\uFEFF';

/** A spreadsheet would take a text that begins so for a formula, and run it. */
const formula = /^[=+\-@\t\r]/;
/** What a value cannot have unquoted. RFC 4180, section 2. */
const special = /[",\r\n]/;

export type CsvValue = string | number | null;

/** One line of a CSV file (RFC 4180), its end included; only values that need quotes get them, and null is empty. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Quality bar, "Bad input": a value that a spreadsheet would run gets a leading apostrophe. */
function csvValue(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

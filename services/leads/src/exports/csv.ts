import type { CsvValue } from '../records/exported-list.js';

/** Without it Excel reads a CSV file in a legacy character set. Other programs ignore it. */
export const byteOrderMark = '\uFEFF';

/** Characters that start a formula; some spreadsheets accept the full-width ones. */
const sign = '[=+\\-@＝＋－＠]';
/** Spreadsheets run a text that starts like this. */
const formula = new RegExp(`^(?:${sign}|[\\t\\r])`);
/**
 * A formula inside a text. If a program separates columns by `;` or tabs, our quotes are inside a cell and protect nothing:
 * the text splits at these characters and at line breaks, and each part is a cell.
 */
const formulaInside = new RegExp(`([;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|")*${sign})`, 'g');
/** Characters that require quotes. RFC 4180, section 2. */
const special = /[",\r\n]/;

/** Returns a line of a CSV file (RFC 4180) with its line break. Null becomes empty. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Puts an apostrophe before every formula. */
function csvValue(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = (formula.test(value) ? "'" : '') + value.replace(formulaInside, "$1'");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

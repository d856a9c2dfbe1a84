import type { CsvValue } from '../records/exported-list.js';

/**
 * In front of the file: Excel takes a CSV file without it for one of the system's old character set and garbles every
 * umlaut. Other programs and importers know it and leave it out.
 */
export const byteOrderMark = '\uFEFF';

/** Signs that begin a formula; some spreadsheets take the full-width ones for the others. */
const sign = '[=+\\-@＝＋－＠]';
/** A spreadsheet takes a text that begins like this for a formula, and runs it. */
const formula = new RegExp(`^(?:${sign}|[\\t\\r])`);
/**
 * A formula further in. Where columns are separated by `;` or tabs, our quotes stand inside of a cell and protect nothing:
 * the text splits at these characters and at its line breaks, and each part is a cell.
 */
const formulaInside = new RegExp(`([;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|")*${sign})`, 'g');
/** What a value cannot have unquoted. RFC 4180, section 2. */
const special = /[",\r\n]/;

/** One line of a CSV file (RFC 4180), its end included; only values that need quotes get them, and null is empty. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Puts an apostrophe before whatever a spreadsheet would run. */
function csvValue(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = (formula.test(value) ? "'" : '') + value.replace(formulaInside, "$1'");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

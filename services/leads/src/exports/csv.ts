import type { CsvValue } from '../records/exported-list.js';

/** First character of each file. Without it Excel reads a legacy character set; other programs ignore it. */
export const byteOrderMark = '\uFEFF';

/** Characters that start a formula. Some spreadsheets accept the full-width ones as well. */
const sign = '[=+\\-@＝＋－＠]';
/** Matches the start of a text that spreadsheets would run as a formula. */
const formula = new RegExp(`^(?:${sign}|[\\t\\r])`);
/**
 * Matches a formula inside a text. A program that separates columns by `;` or tabs ignores quotes inside a cell: it
 * splits the text at these characters and at line breaks, and each part is a cell.
 */
const formulaInside = new RegExp(`([;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|")*${sign})`, 'g');
/** Matches characters that require quotes around a value (RFC 4180, section 2). */
const special = /[",\r\n]/;

/** Returns a line of a CSV file (RFC 4180) with its line break. Null becomes empty. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/**
 * Returns a value as a cell, quoted if necessary. A text that begins with a formula, and each formula after a separator inside
 * it, gets an apostrophe in front, so that no spreadsheet runs it.
 */
function csvValue(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = (formula.test(value) ? "'" : '') + value.replace(formulaInside, "$1'");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

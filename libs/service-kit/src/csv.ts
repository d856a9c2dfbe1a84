export type CsvValue = string | number | null;

/** First character of each file, without which Excel reads a legacy character set. */
export const byteOrderMark = '\uFEFF';

/** Characters that start a formula. Some spreadsheets accept the full-width ones as well. */
const sign = '[=+\\-@＝＋－＠]';
/** Matches the start of a text that spreadsheets would run as a formula. */
const formula = new RegExp(`^(?:${sign}|[\\t\\r])`);
/** Matches a formula after `;`, a tab or a line break, where some programs split a text even inside quotes. */
const formulaInside = new RegExp(`([;\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|")*${sign})`, 'g');
/** Matches characters that require quotes around a value (RFC 4180, section 2). */
const special = /[",\r\n]/;

/** Returns a CSV line (RFC 4180) with its line break. Null becomes empty, and formulas get an apostrophe. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Returns a value as a cell. Formulas at its start or after a separator get an apostrophe, so that none is run. */
function csvValue(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = (formula.test(value) ? "'" : '') + value.replace(formulaInside, "$1'");
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

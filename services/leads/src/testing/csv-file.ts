/** Parses CSV (RFC 4180, all lines ended by CRLF) into rows, the heading included. @throws Error for other text */
export function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  // Matches a value, quoted or not, and the separator after it.
  const values = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  let read = 0;
  for (const [matched, quoted, plain, end] of text.matchAll(values)) {
    read += matched.length;
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (read !== text.length || row.length > 0) throw new Error(`No CSV from character ${read} on`);
  return rows;
}

import type { ByteRange } from '../object-store/object-store.js';

export type AskedRange = ByteRange | 'unsatisfiable' | undefined;

/** Parses a single byte range (RFC 9110, section 14.2); undefined for other Range headers. @param size bytes */
export function readRange(header: string | undefined, size: number): AskedRange {
  const [, from, to] = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  if (from === '') return suffix(Number(to), size);
  const start = Number(from);
  if (to !== '' && Number(to) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

function suffix(length: number, size: number): AskedRange {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - length), end: size - 1 };
}

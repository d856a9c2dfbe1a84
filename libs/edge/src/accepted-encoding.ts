import type { IncomingHttpHeaders } from 'node:http';

export type Encoding = 'identity' | 'br' | 'gzip';

/** Returns the best encoding that a request's Accept-Encoding allows. `q=0` refuses one (RFC 9110, section 12.5.3). */
export function acceptedEncoding(headers: IncomingHttpHeaders): Encoding {
  // Node joins the values of several such headers.
  const header = headers['accept-encoding'] as string | undefined;
  if (header === undefined) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header)) return 'gzip';
  return 'identity';
}

export type Encoding = 'identity' | 'br' | 'gzip';

/** Returns the best encoding that an Accept-Encoding header allows. `q=0` refuses one (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header)) return 'gzip';
  return 'identity';
}

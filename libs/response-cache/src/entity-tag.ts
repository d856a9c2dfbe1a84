/**
 * Returns whether the client already has the representation with this ETag (weak comparison: RFC 9110, section 13.1.2).
 * @param known the request's If-None-Match
 */
export function isKnown(etag: string, known: string | undefined): boolean {
  if (known === undefined) return false;
  if (known === etag || known === '*') return true;
  return known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

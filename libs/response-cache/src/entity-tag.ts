/** Returns whether If-None-Match (`known`) contains the ETag, by weak comparison (RFC 9110, section 13.1.2). */
export function isKnown(etag: string, known: string | undefined): boolean {
  if (known === undefined) return false;
  if (known === etag || known === '*') return true;
  return known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

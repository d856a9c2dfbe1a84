/** Whether a client has this form already (RFC 9110, 13.1.2: weak comparison). @param known its If-None-Match */
export function isKnown(etag: string, known: string | undefined): boolean {
  if (known === undefined) return false;
  if (known === etag || known === '*') return true;
  return known.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

import type { FastifyRequest } from 'fastify';

/** A host name or address with an optional port. Any other Host header of a client must not end up in a page. */
const host = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9-]{1,63})*|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/**
 * Returns the configured origin of the site, or else the one that the request names. Empty if the request's host is invalid: URLs
 * are then relative.
 */
export function siteOrigin(siteUrl: string | undefined, request: Pick<FastifyRequest, 'host' | 'protocol'>): string {
  if (siteUrl) return new URL(siteUrl).origin;
  const requested = request.host.toLowerCase();
  return host.test(requested) ? `${request.protocol}://${requested}` : '';
}

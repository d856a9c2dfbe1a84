import type { FastifyRequest } from 'fastify';

/** A host name or address with an optional port. Any other Host header of a client must not end up in a page. */
const host = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9-]{1,63})*|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/** Returns the origin of `siteUrl`, or else of the request; '' if the request's host is invalid: URLs are relative. */
export function siteOrigin(siteUrl: string | undefined, request: Pick<FastifyRequest, 'host' | 'protocol'>): string {
  if (siteUrl) return new URL(siteUrl).origin;
  const requested = request.host.toLowerCase();
  return host.test(requested) ? `${request.protocol}://${requested}` : '';
}

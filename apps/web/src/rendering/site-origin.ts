import type { FastifyRequest } from 'fastify';

/** A host name or address, with a port or without: what else a client sends as its Host ends up in no page. */
const host = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9-]{1,63})*|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

/**
 * Where the site is reached, without a last slash: as configured, else as the request says, or a proxy of ours. Empty when it says nothing
 * of use; addresses are then relative.
 */
export function siteOrigin(siteUrl: string | undefined, request: Pick<FastifyRequest, 'host' | 'protocol'>): string {
  if (siteUrl) return new URL(siteUrl).origin;
  const named = request.host.toLowerCase();
  if (!host.test(named)) return '';
  return `${request.protocol}://${named}`;
}

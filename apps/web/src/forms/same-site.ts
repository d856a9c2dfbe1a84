import type { FastifyRequest } from 'fastify';

/**
 * Returns whether a form was posted from a page of this site, or by a program. Browsers send Sec-Fetch-Site, but on plain
 * HTTP only Origin.
 */
export function isFromThisSite(
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  siteUrl: string | undefined,
): boolean {
  const site = headers['sec-fetch-site'];
  // `none`: the visitor reloaded the response.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host.toLowerCase() || (siteUrl !== undefined && new URL(siteUrl).origin === origin);
}

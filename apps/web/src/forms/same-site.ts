import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was posted from a page of this site (or by a program, which no other site can make use of). Browsers say
 * so in Sec-Fetch-Site, on plain HTTP in Origin alone.
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

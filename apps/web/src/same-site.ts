import type { FastifyRequest } from 'fastify';

/** Returns whether this site or a program posted a form. Browsers send Sec-Fetch-Site, on plain HTTP only Origin. */
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

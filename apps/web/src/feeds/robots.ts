/** Everything may be read but what is behind the sign-in and the API, whose pictures are part of the pages. */
export function robots(origin: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /auth
Disallow: /api/
Allow: /api/v1/images/

Sitemap: ${origin}/sitemap.xml
`;
}

/** Returns a robots.txt that allows everything except sign-in, CRM and API, but images of the API, which pages show. */
export function robots(origin: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /auth
Disallow: /api/
Allow: /api/v1/images/

Sitemap: ${origin}/sitemap.xml
`;
}

/** Allows everything except sign-in, CRM and API; images of the API are part of pages. */
export function robots(origin: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /auth
Disallow: /api/
Allow: /api/v1/images/

Sitemap: ${origin}/sitemap.xml
`;
}

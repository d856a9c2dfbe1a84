/** Returns a robots.txt that disallows sign-in, CRM and the API except its images, which pages show. */
export function robots(origin: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /auth
Disallow: /api/
Allow: /api/v1/images/

Sitemap: ${origin}/sitemap.xml
`;
}

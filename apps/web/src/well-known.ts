import type { FastifyInstance } from 'fastify';
import { siteOrigin } from './rendering/site-origin.js';

/** Days for which a security.txt counts (RFC 9116 recommends less than a year). It is generated for each request. */
const validDays = 180;
const msPerDay = 86_400_000;

/**
 * Serves what programs ask every site for: where to report a weakness (RFC 9116), and where a password is changed, which
 * browsers and password managers open.
 */
export function serveWellKnown(app: FastifyInstance, siteUrl: string | undefined): void {
  app.get('/.well-known/security.txt', async (request, reply) => {
    const origin = siteOrigin(siteUrl, request);
    if (!origin) return reply.code(400).type('text/plain; charset=utf-8').send('The request names no host\n');
    const expires = new Date(Math.ceil(Date.now() / msPerDay + validDays) * msPerDay);
    const lines = {
      Contact: `${origin}/contact`,
      Expires: expires.toISOString(),
      'Preferred-Languages': 'en',
      Canonical: `${origin}/.well-known/security.txt`,
    };
    const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\n`);
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(text.join(''));
  });
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect('/admin?account=password', 302),
  );
}

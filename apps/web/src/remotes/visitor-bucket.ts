import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Name of the cookie that keeps a visitor in the same share of visitors while a new build is tried. */
export const bucketCookie = 'docfolio_bucket';
/** Lifetime of the cookie in seconds: 30 days. */
const lifetime = 30 * 24 * 3_600;

/** Returns the visitor's bucket, 0 to 99, from the cookie. Without a valid one it takes a random bucket and sets the cookie. */
export function visitorBucket(request: FastifyRequest, reply: FastifyReply): number {
  const known = new RegExp(`(?:^|; ?)${bucketCookie}=(\\d{1,2})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  if (known !== undefined) return Number(known);
  const bucket = randomInt(100);
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const header = `${bucketCookie}=${bucket}; Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Lax${secure}`;
  reply.header('set-cookie', header);
  // Later contexts of the same request use the same bucket.
  request.headers.cookie = `${request.headers.cookie ? `${request.headers.cookie}; ` : ''}${bucketCookie}=${bucket}`;
  return bucket;
}

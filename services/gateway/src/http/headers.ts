import type { FastifyReply } from 'fastify';

/** Headers of each response. Without CORS, as site and API share an origin; HSTS is set where TLS ends. */
export const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Keeps responses out of all caches; cacheable routes override it.
  'cache-control': 'no-store',
};

/** Content-Security-Policy of the API reference page, which has a style sheet and no script. */
export const pageSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function setCommonHeaders(reply: FastifyReply, requestId: string): void {
  reply.headers(everywhere).header('x-request-id', requestId);
}

/** Returns the common headers, for responses written directly to the socket. */
export function rawHeaders(requestId: string): Record<string, string> {
  return { ...everywhere, 'x-request-id': requestId };
}

import type { FastifyReply } from 'fastify';

/**
 * Headers of every answer. No CORS header is among them: the site and the gateway share one origin.
 * Strict-Transport-Security belongs to whoever terminates TLS.
 */
export const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  // Whatever is personal must not stay in a shared cache; routes that may be kept say so themselves.
  'cache-control': 'no-store',
};

/** The reference page: one style sheet of our own, no script at all. */
export const pageSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function setCommonHeaders(reply: FastifyReply, requestId: string): void {
  reply.headers(everywhere).header('x-request-id', requestId);
}

/** The same for answers that are written to the socket without a reply. */
export function rawHeaders(requestId: string): Record<string, string> {
  return { ...everywhere, 'x-request-id': requestId };
}

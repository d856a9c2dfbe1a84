/**
 * Returns the Content-Security-Policy of pages. Scripts are files from this origin and `foreignOrigins`, never inline;
 * inline styles position floating elements. `connectOrigins` may be fetched from only. `connect-src` limits an injected script's requests, but not navigations.
 */
export function contentSecurityPolicy(
  foreignOrigins: readonly string[],
  connectOrigins: readonly string[] = [],
): string {
  const self = ["'self'", ...foreignOrigins].join(' ');
  return [
    "default-src 'self'",
    `script-src ${self}`,
    `style-src ${self} 'unsafe-inline'`,
    `connect-src ${[self, ...connectOrigins].join(' ')}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Security headers of responses outside `/api/`, and of this process's own errors below it. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

export const documentHeaders: Readonly<Record<string, string>> = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Headers of pages whose URL itself grants access, such as previews of drafts. */
export const secretAddressHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

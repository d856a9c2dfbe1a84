/**
 * The page's policy. Scripts come as files from here and from the remotes' origins, never inline and never evaluated;
 * inline styles are allowed because the primitives position what floats with them. Nothing is sent anywhere else: a
 * script that slipped in could read the session from localStorage, but not carry it away.
 */
export function contentSecurityPolicy(foreignOrigins: readonly string[]): string {
  const self = ["'self'", ...foreignOrigins].join(' ');
  return [
    "default-src 'self'",
    `script-src ${self}`,
    `style-src ${self} 'unsafe-inline'`,
    `connect-src ${self}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** On everything that this process answers itself. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** On documents. */
export const documentHeaders: Readonly<Record<string, string>> = {
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** On documents whose address is what lets one read them. */
export const secretAddressHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

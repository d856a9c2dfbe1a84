import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '../../config.js';

/** The one action that a link in an email permits. */
export type LinkPurpose = 'confirm' | 'unsubscribe';

const form = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/** Returns a link's token, `<subscriber's id>.<HMAC-SHA256>`. It never expires, so that old emails can unsubscribe. */
export function signLink(purpose: LinkPurpose, id: string): string {
  return `${id}.${signature(purpose, id).toString('base64url')}`;
}

/** Returns the subscriber's id; null for an invalid token or another purpose. Compares signatures in constant time. */
export function readLink(purpose: LinkPurpose, token: string): string | null {
  const [, id, signed] = form.exec(token) ?? [];
  if (id === undefined || signed === undefined) return null;
  return timingSafeEqual(Buffer.from(signed, 'base64url'), signature(purpose, id)) ? id : null;
}

function signature(purpose: LinkPurpose, id: string): Buffer {
  return createHmac('sha256', config.LINK_SECRET)
    .update(JSON.stringify([purpose, id]))
    .digest();
}

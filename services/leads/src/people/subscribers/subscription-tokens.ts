import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from '../../config.js';

/** What the bearer of a link may do, and nothing else. */
export type LinkPurpose = 'confirm' | 'unsubscribe';

const form = /^([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

/**
 * What stands in a link of a mail: `<subscriber's id>.<HMAC-SHA256>`. It holds for good, as an old mail has to (RFC
 * 8058): what it can still do, the subscriber's record says.
 */
export function signLink(purpose: LinkPurpose, id: string): string {
  return `${id}.${signature(purpose, id).toString('base64url')}`;
}

/** Whose link it is; null for any that isn't ours, or is for something else. Takes the same time for all of those. */
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

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceName } from '@docfolio/contracts/operation';

/** Seconds that a grant holds: for beginning a transfer, however long that takes then. */
export const grantLifetime = 60;

/** What somebody may do: with one object of one service. */
export interface BytesAct {
  service: ServiceName;
  method: 'GET' | 'PUT';
  /** Of the object. */
  name: string;
}

/** The header that a grant rides in: not in the URL, which ends up in logs. */
export const grantHeader = 'x-bytes-grant';

/**
 * A signed permission, `<expiry in ms>.<HMAC-SHA256>`, from one process of the platform to another.
 * @param secret the same for all of them (BYTES_SECRET)
 */
export function signGrant(act: BytesAct, secret: string, now = Date.now()): string {
  const expires = String(now + grantLifetime * 1_000);
  return `${expires}.${signature(act, expires, secret).toString('base64url')}`;
}

/** Whether a grant is ours, for this very act, and still holds. Takes the same time for any that isn't. */
export function holdsGrant(grant: unknown, act: BytesAct, secret: string, now = Date.now()): boolean {
  if (typeof grant !== 'string') return false;
  const [, expires, signed] = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/.exec(grant) ?? [];
  if (expires === undefined || signed === undefined) return false;
  const ours = timingSafeEqual(Buffer.from(signed, 'base64url'), signature(act, expires, secret));
  return ours && Number(expires) > now;
}

function signature({ service, method, name }: BytesAct, expires: string, secret: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([service, method, name, expires]))
    .digest();
}

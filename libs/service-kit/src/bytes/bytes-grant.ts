import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServiceName } from '@docfolio/contracts/core/operation';

/** Seconds for which a grant is valid: a transfer must start within this time, but may take longer. */
export const grantLifetime = 60;

export interface BytesAct {
  service: ServiceName;
  method: 'GET' | 'PUT';
  name: string;
}

/** Request header that carries the grant. A grant in the URL would end up in logs. */
export const grantHeader = 'x-bytes-grant';

/** Returns a grant: `<expiry in ms since the epoch>.<HMAC-SHA256>`. @param secret BYTES_SECRET of both services */
export function signGrant(act: BytesAct, secret: string, now = Date.now()): string {
  const expires = String(now + grantLifetime * 1_000);
  return `${expires}.${signature(act, expires, secret).toString('base64url')}`;
}

/** Returns whether a grant is genuine, unexpired and for this service, method and name. Takes constant time. */
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

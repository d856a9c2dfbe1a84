import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from '@docfolio/edge-limits/trusted-proxies';

const sane = /^[A-Za-z0-9._-]{1,100}$/;

/**
 * The id that a request carries through logs, services and its answer: the proxy's, when it is one of ours and sends a
 * sane one, else a new one. A stranger's id could forge or flood log lines.
 */
export function requestIdSource(proxies: TrustedProxies): (raw: IncomingMessage) => string {
  return (raw) => {
    const sent = raw.headers['x-request-id'];
    if (typeof sent === 'string' && sane.test(sent) && proxies.trusts(raw.socket?.remoteAddress)) return sent;
    return randomUUID();
  };
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TrustedProxies } from '@docfolio/edge/trusted-proxies';

/** Returns the `traceparent` of a trusted proxy: from anybody else it could turn on the recording of traces. */
export function traceparentSource(proxies: TrustedProxies): (raw: IncomingMessage) => string | undefined {
  return ({ headers, socket }) => {
    const sent = headers.traceparent;
    return typeof sent === 'string' && proxies(socket?.remoteAddress ?? '') ? sent : undefined;
  };
}

const sane = /^[A-Za-z0-9._-]{1,100}$/;

/** Returns a function that gives each request an id: the X-Request-Id of a trusted proxy, or a new one. */
export function requestIdSource(proxies: TrustedProxies): (raw: IncomingMessage) => string {
  return (raw) => {
    const sent = raw.headers['x-request-id'];
    if (typeof sent === 'string' && sane.test(sent) && proxies(raw.socket?.remoteAddress ?? '')) return sent;
    return randomUUID();
  };
}

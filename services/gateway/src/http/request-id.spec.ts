import type { IncomingMessage } from 'node:http';
import { parseTrustedProxies } from '@docfolio/edge/trusted-proxies';
import { requestIdSource, traceparentSource } from './request-id.js';

const proxies = parseTrustedProxies('10.0.0.0/8');
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const from = (remoteAddress: string) =>
  ({ headers: { 'x-request-id': 'id-of-web', traceparent }, socket: { remoteAddress } }) as unknown as IncomingMessage;

describe('request id and trace of a request', () => {
  it('are those that a trusted proxy sends', () => {
    expect(requestIdSource(proxies)(from('10.1.2.3'))).toBe('id-of-web');
    expect(traceparentSource(proxies)(from('10.1.2.3'))).toBe(traceparent);
  });

  it('are not those that anybody else sends', () => {
    expect(requestIdSource(proxies)(from('203.0.113.9'))).toMatch(/^[0-9a-f]{8}-/);
    expect(traceparentSource(proxies)(from('203.0.113.9'))).toBeUndefined();
  });
});

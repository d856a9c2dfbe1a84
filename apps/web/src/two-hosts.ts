import type { IncomingMessage, ServerResponse } from 'node:http';
import { commonHeaders } from './security-headers.js';

/**
 * Refuses a request that names more than one host: a proxy may believe another one than Node does (RFC 9112, section 3.2).
 * @returns whether it did
 */
export function refuseTwoHosts(request: IncomingMessage, response: ServerResponse): boolean {
  if (!namesTwoHosts(request)) return false;
  const headers = { ...commonHeaders, 'content-type': 'text/plain; charset=utf-8', connection: 'close' };
  response.writeHead(400, headers).end('The request is not valid\n');
  return true;
}

function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (/^host$/i.test(rawHeaders[at]!)) hosts += 1;
  return hosts > 1;
}

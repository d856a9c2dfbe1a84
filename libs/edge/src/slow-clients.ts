import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Timeouts for receiving a request, in ms. `interval` is the time between two of Node's checks. */
export interface SlowClientLimits {
  headers: number;
  /** Time for the body, from the arrival of the headers. */
  body: number;
  /** Time for a whole upload, headers included. */
  upload: number;
  interval: number;
}

export const slowClientLimits: SlowClientLimits = { headers: 10_000, body: 15_000, upload: 120_000, interval: 2_500 };

/** Returns options for `http.createServer` with the timeouts that Node enforces itself: headers and upload. */
export function slowClientOptions({ headers, upload, interval }: SlowClientLimits) {
  return { headersTimeout: headers, requestTimeout: upload, connectionsCheckingInterval: interval };
}

/**
 * Closes the connection if a request body takes longer than `body` ms. If no response has begun, the server's
 * `clientError` listener can send one first. Uploads have Node's `requestTimeout` instead (`slowClientOptions`).
 */
export function limitBodies(
  server: Server,
  { body }: SlowClientLimits,
  isUpload: (request: IncomingMessage) => boolean,
): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (isUpload(request)) return;
    const timer = setTimeout(() => {
      if (request.complete) return;
      if (response.headersSent) return void socket.destroy();
      server.emit(
        'clientError',
        Object.assign(new Error('body timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
      );
      socket.destroySoon();
    }, body);
    request.once('close', () => clearTimeout(timer));
  });
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long a client may take to send a request, in ms. Streamed responses may take as long as they want. */
export interface SlowClientLimits {
  /** Until its headers have arrived. */
  headers: number;
  /** Until its body has arrived, counted from its headers. */
  body: number;
  /** Until an upload has arrived, headers included. 5 MB at a third of a megabit a second take 120 s. */
  upload: number;
  /** Between two checks of `headers` and `upload`. */
  interval: number;
}

export const slowClientLimits: SlowClientLimits = { headers: 10_000, body: 15_000, upload: 120_000, interval: 2_500 };

/** Options of `http.createServer` for everything that Node enforces itself. */
export function slowClientOptions({ headers, upload, interval }: SlowClientLimits) {
  return { headersTimeout: headers, requestTimeout: upload, connectionsCheckingInterval: interval };
}

/**
 * Ends requests whose body takes longer than `body`; Node's own `requestTimeout` is one for all routes.
 * @param isUpload requests that have until `upload`
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
      // As Node itself reports a request that took too long.
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

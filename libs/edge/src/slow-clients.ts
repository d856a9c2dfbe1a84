import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Timeouts for receiving a request, in ms. Responses have none. */
export interface SlowClientLimits {
  headers: number;
  /** Until the body has arrived, counted from the headers. */
  body: number;
  /** Until an upload has arrived, headers included. 5 MB take 120 s at a third of a megabit per second. */
  upload: number;
  interval: number;
}

export const slowClientLimits: SlowClientLimits = { headers: 10_000, body: 15_000, upload: 120_000, interval: 2_500 };

/** Returns options for `http.createServer`: the timeouts that Node enforces itself. */
export function slowClientOptions({ headers, upload, interval }: SlowClientLimits) {
  return { headersTimeout: headers, requestTimeout: upload, connectionsCheckingInterval: interval };
}

/**
 * Ends requests whose body takes longer than `body`. Node's `requestTimeout` can't do it: it is the same for all routes.
 * @param isUpload whether a request is exempt because the `upload` timeout applies
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

import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const defaultGrace = 4_000;

export interface ListeningServer {
  readonly port: number;
  /** Stops accepting connections, waits for responses in flight up to `grace` ms, then closes all connections. */
  close(): Promise<void>;
}

/** Starts an HTTP server. Resolves when it listens. @param grace ms after which `close` cuts off responses in flight */
export async function listen(
  listener: RequestListener,
  host: string,
  port: number,
  grace = defaultGrace,
): Promise<ListeningServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server, grace) };
}

function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(limit);
      resolve();
    });
    server.closeIdleConnections();
  });
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a database in which a test causes connection failures. */
export interface MongoProxy {
  readonly uri: string;
  /** Closes all connections together and refuses new ones, like a stopping server. */
  refuse(): void;
  /** Discards all further data on the connections that are open now, without closing them; new ones work. */
  swallow(): void;
  /** Accepts new connections again after `refuse`. */
  accept(): void;
  stop(): Promise<void>;
}

export async function startMongoProxy(port: number): Promise<MongoProxy> {
  const open = new Map<Socket, Socket>();
  let isRefusing = false;
  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    const upstream = connect(port, '127.0.0.1');
    open.set(client, upstream);
    client.on('close', () => {
      open.delete(client);
      upstream.destroy();
    });
    // A failing socket also emits `close`, which is handled above.
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    uri: `mongodb://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: () => {
      isRefusing = true;
      for (const [client, upstream] of open) {
        client.end();
        upstream.destroy();
      }
    },
    swallow: () => {
      for (const [client, upstream] of open) {
        client.unpipe(upstream).resume();
        upstream.unpipe(client).resume();
      }
    },
    accept: () => {
      isRefusing = false;
    },
    stop: async () => {
      for (const client of open.keys()) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

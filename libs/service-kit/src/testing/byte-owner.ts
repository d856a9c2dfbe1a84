import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ServiceName } from '@docfolio/contracts/core/operation';
import type { ListeningServer } from '@docfolio/process/http-server';
import { type BytesOptions, bytesRoute } from '../bytes/bytes-routes.js';
import { startBytesServer } from '../bytes/bytes-server.js';
import { createLogger } from '../logging.js';
import { FolderObjectStore } from '../object-store/folder-object-store.js';
import type { ByteRange } from '../object-store/object-store.js';

/** A server as on a service's BYTES_PORT, in the test's own process. */
export interface ByteOwner {
  /** Address of the server, `http://host:port`. */
  readonly url: string;
  readonly store: FolderObjectStore;
  /** Streams opened for clients, in order. */
  readonly read: readonly (Readable & { bytesRead: number })[];
  /** Stops listening; transfers in flight may finish. */
  close(): Promise<void>;
  /** Listens again on the same port after `close`. */
  listen(): Promise<void>;
  /** Closes the server and removes its files. */
  stop(): Promise<void>;
}

/** Starts a file transfer server with an empty store. @param more options to find names and receive uploads */
export async function startByteOwner(
  service: ServiceName,
  secret: string,
  more: Pick<BytesOptions, 'find' | 'receive'> = {},
): Promise<ByteOwner> {
  const folder = await mkdtemp(join(tmpdir(), 'docfolio-test-'));
  const read: (Readable & { bytesRead: number })[] = [];
  class WatchedStore extends FolderObjectStore {
    override async get(name: string, range?: ByteRange): Promise<Readable> {
      const stream = await super.get(name, range);
      read.push(stream as Readable & { bytesRead: number });
      return stream;
    }
  }
  const store = new WatchedStore(folder);
  const route = bytesRoute({ service, secret, ...more }, store, createLogger(service, 'silent'));
  const open = (port: number) => startBytesServer(route, { host: '127.0.0.1', port });
  let server: ListeningServer = await open(0);
  const { port } = server;
  return {
    url: `http://127.0.0.1:${port}`,
    store,
    read,
    close: () => server.close(),
    listen: async () => {
      server = await open(port);
    },
    stop: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

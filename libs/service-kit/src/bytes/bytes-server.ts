import { listenHost, optionalListenPort, signingSecret } from '@docfolio/process/config';
import { type ListeningServer, listen } from '@docfolio/process/http-server';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '../logging.js';
import { type BytesRoute, bytesPrefix } from './bytes-routes.js';

export const bytesConfig = {
  BYTES_HOST: listenHost('Listen address of BYTES_PORT.'),
  BYTES_PORT: optionalListenPort(
    0,
    'Port on which the gateway fetches and sends files, each with a signed grant; 0 takes a free port. For the gateway only.',
  ),
  BYTES_SECRET: signingSecret(
    'Signs the grants for files between gateway, leads and media: the same value in all three.',
  ),
};

/** ms that transfers in flight get at shutdown: as long as the workers, which stop at the same time. */
const transferGrace = 8_000;

export interface BytesAddress {
  host: string;
  port: number;
}

/** Serves `route` below /bytes/. @throws Error if the port is taken */
export function startBytesServer(route: BytesRoute, { host, port }: BytesAddress): Promise<ListeningServer> {
  return listen(
    (request, response) => {
      if (request.url?.startsWith(bytesPrefix)) {
        return void route(request, response).catch((error: Error) => response.destroy(error));
      }
      response.writeHead(404, { 'cache-control': 'no-store' }).end();
    },
    host,
    port,
    transferGrace,
  );
}

export class BytesListener implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private server: ListeningServer | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly address: BytesAddress,
    private readonly route: BytesRoute,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.server = await startBytesServer(this.route, this.address);
    this.logger.info({ bytes_port: this.server.port }, 'serving files');
  }

  /** Starts together with the shutdown of the workers, so that both share one grace period. */
  onModuleDestroy(): void {
    this.closing = this.server?.close();
  }

  /** Before the connections close: transfers in flight still need the database. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.closing;
  }
}

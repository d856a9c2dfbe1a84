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

/** ms that transfers in flight get at shutdown; job workers, which stop at the same time, get as many. */
const transferGrace = 8_000;

export interface BytesAddress {
  host: string;
  port: number;
}

/** Starts an HTTP server with `route` for /bytes/; other paths get 404. @throws Error if the port is taken */
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

  /** Stops listening when the job workers stop, so that transfers and jobs finish in the same 8 s. */
  onModuleDestroy(): void {
    this.closing = this.server?.close();
  }

  /** Waits for transfers in flight, because the database connection that they need is closed next. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.closing;
  }
}

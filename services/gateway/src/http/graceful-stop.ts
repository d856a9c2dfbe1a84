import type { Server } from 'node:http';
import { HealthRegistry } from '@docfolio/service-kit/health';
import { LOGGER, type Logger } from '@docfolio/service-kit/logging';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** ms that requests under way get to finish, below the 15 s within which the process has to be gone. */
const finishing = 10_000;

/** On SIGTERM: not ready any more, requests under way are finished, whoever dawdles longer is cut off. */
@Injectable()
export class GracefulStop implements BeforeApplicationShutdown, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(HealthRegistry) private readonly health: HealthRegistry,
    @Inject(HttpAdapterHost) private readonly http: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(signal?: string): void {
    this.health.stop();
    this.logger.info({ signal }, 'stopping');
    this.timer = setTimeout(() => {
      this.logger.warn('requests that would not finish are cut off');
      (this.http.httpAdapter.getHttpServer() as Server).closeAllConnections();
    }, finishing);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }
}

import type { Server } from 'node:http';
import { HealthRegistry } from '@docfolio/process/health';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** ms that requests in flight get at shutdown; less than the 14 s after which the process exits. */
const finishing = 10_000;

@Injectable()
export class GracefulStop implements BeforeApplicationShutdown, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(HealthRegistry) private readonly health: HealthRegistry,
    @Inject(HttpAdapterHost) private readonly http: HttpAdapterHost,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  beforeApplicationShutdown(): void {
    this.health.stop();
    this.timer = setTimeout(() => {
      this.logger.warn('requests cut off at shutdown');
      (this.http.httpAdapter.getHttpServer() as Server).closeAllConnections();
    }, finishing);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.timer);
  }
}

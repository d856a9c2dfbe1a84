import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { HealthRegistry } from '../health.js';
import { currentScope } from '../scope.js';
import {
  errorsKey,
  maxErrors,
  type ProcessFigures,
  type ProcessReport,
  reportInterval,
  reportsKey,
  type WorkedQueue,
} from './process-report.js';
import type { RecentErrors } from './recent-errors.js';

/** The commands of Redis that a report needs; ioredis has them. */
export interface ReportStore {
  hset(key: string, field: string, value: string): Promise<unknown>;
  hdel(key: string, field: string): Promise<unknown>;
  xadd(key: string, ...args: (string | number)[]): Promise<unknown>;
}

export interface HeartbeatOptions {
  service: string;
  version: string;
  redis: ReportStore;
  health: HealthRegistry;
  /** Errors that the process logged. */
  errors?: RecentErrors | undefined;
  queues?: readonly WorkedQueue[];
  /** Reads the figures of the process; must not reject. */
  figures?: () => Promise<ProcessFigures>;
  /** Called when the first of several reports cannot be stored. */
  onFailure: (error: unknown) => void;
  /** ms between two reports. Default: 10,000. */
  interval?: number;
}

/** Reports in Redis every 10 s how a process is, and the errors that it logged, for the System page of the CRM. */
export class Heartbeat {
  private readonly replica = randomUUID();
  private readonly sharedBy = currentScope()?.together;
  private readonly startedAt = new Date(performance.timeOrigin).toISOString();
  private timer: NodeJS.Timeout | undefined;
  private reporting: Promise<void> = Promise.resolve();
  private isReporting = false;
  private wasReady = false;
  private isFailing = false;

  constructor(private readonly options: HeartbeatOptions) {}

  start(): void {
    this.beat();
    this.timer = setInterval(() => this.beat(), this.options.interval ?? reportInterval).unref();
  }

  /** Removes the report of the process, so that it does not count as gone, and stores its last errors. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.reporting;
    const { service, redis } = this.options;
    await this.attempt(() => redis.hdel(reportsKey(service), this.replica));
    await this.attempt(() => this.storeErrors(true));
  }

  /** Reports without waiting for the interval. */
  beat(): void {
    if (this.isReporting) return;
    this.isReporting = true;
    this.reporting = this.attempt(() => this.report()).finally(() => {
      this.isReporting = false;
    });
  }

  private async report(): Promise<void> {
    const { service, redis, health } = this.options;
    if (health.isStopping) await redis.hdel(reportsKey(service), this.replica);
    else await redis.hset(reportsKey(service), this.replica, JSON.stringify(await this.current()));
    await this.storeErrors(false);
  }

  private async current(): Promise<ProcessReport> {
    const { version, health, queues = [], figures } = this.options;
    const [{ ready, missing }, read] = await Promise.all([health.readiness(), figures?.() ?? {}]);
    this.wasReady ||= ready;
    // 0, or more than the machine has, without a limit.
    const limit = process.constrainedMemory();
    return {
      version,
      started_at: this.startedAt,
      at: new Date().toISOString(),
      memory: {
        used: process.memoryUsage.rss(),
        limit: limit > 0 && limit < Number.MAX_SAFE_INTEGER ? limit : null,
        ...(this.sharedBy && { shared_by: [...this.sharedBy] }),
      },
      missing,
      was_ready: this.wasReady,
      queues: [...queues],
      figures: read,
    };
  }

  private async storeErrors(all: boolean): Promise<void> {
    const { service, redis, errors } = this.options;
    const taken = errors?.take({ all }) ?? [];
    try {
      for (const error of taken)
        await redis.xadd(errorsKey(service), 'MAXLEN', '~', maxErrors, '*', 'error', JSON.stringify(error));
    } catch (failure) {
      errors?.putBack(taken);
      throw failure;
    }
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.options.onFailure(error);
      this.isFailing = true;
    }
  }
}

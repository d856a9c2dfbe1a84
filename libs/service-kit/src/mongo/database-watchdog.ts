import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@docfolio/process/with-timeout';
import type { Logger } from '../logging.js';

/** Milliseconds that a database may be unavailable to this process although it responds to others. */
const replaceAfter = 20_000;
/** Milliseconds between two checks. */
const checkInterval = 2_000;
/** Milliseconds that each step may take; longer than the driver waits for a server. */
const stepTimeout = 5_000;

export interface DatabaseWatchdogOptions {
  /** Rejects while this process cannot use the database. */
  check(): Promise<void>;
  /** Rejects while the database does not respond to a client of its own. */
  probe(): Promise<void>;
  /** Replaces the client of this process. */
  replace(): Promise<void>;
  /** Ends the process, for its supervisor to restart it. */
  exit(): void;
  logger: Logger;
  /** Milliseconds, for tests. */
  timings?: { replaceAfter: number; checkInterval: number };
}

/**
 * Replaces the database client of a process that has lost a database which responds to others, and exits when that does
 * not help: a driver that has stopped connecting would otherwise keep the process unready until somebody restarts it.
 */
export class DatabaseWatchdog {
  private readonly stopping = new AbortController();
  private lostAt: number | undefined;

  constructor(private readonly options: DatabaseWatchdogOptions) {}

  start(): void {
    void this.watch();
  }

  /** A step that is in flight ends with its client, and has no effect. */
  close(): void {
    this.stopping.abort();
  }

  private async watch(): Promise<void> {
    const { checkInterval: interval } = this.timings;
    while (await this.waited(interval)) await this.round();
  }

  private async round(): Promise<void> {
    const { check, probe, replace, exit, logger } = this.options;
    if (await this.succeeds(check)) {
      this.lostAt = undefined;
      return;
    }
    this.lostAt ??= Date.now();
    if (Date.now() - this.lostAt < this.timings.replaceAfter || !(await this.succeeds(probe))) return;
    // It may have recovered in the meantime.
    if (this.stopping.signal.aborted || (await this.succeeds(check))) return;
    logger.error('the database responds but its client does not recover: replacing the client');
    if ((await this.succeeds(replace)) && (await this.succeeds(check))) {
      this.lostAt = undefined;
      logger.info('database client replaced');
      return;
    }
    if (this.stopping.signal.aborted) return;
    logger.fatal('the database client could not be replaced: exiting to be restarted');
    this.stopping.abort();
    exit();
  }

  private get timings() {
    return this.options.timings ?? { replaceAfter, checkInterval };
  }

  private async succeeds(step: () => Promise<void>): Promise<boolean> {
    try {
      await withTimeout(step(), stepTimeout);
      return true;
    } catch (error) {
      this.options.logger.debug({ err: error }, 'database watchdog');
      return false;
    }
  }

  /** @returns false when the watchdog was closed */
  private async waited(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { signal: this.stopping.signal });
      return true;
    } catch {
      return false;
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@docfolio/process/with-timeout';
import type { Logger } from '../logging.js';

/** ms for which the client must have failed before a new client is tried. */
const replaceAfter = 20_000;
const checkInterval = 10_000;
/** ms after which a check, probe or replacement has failed; longer than the driver waits for a server. */
const stepTimeout = 5_000;

export interface DatabaseWatchdogOptions {
  check(): Promise<void>;
  probe(): Promise<void>;
  replace(): Promise<void>;
  exit(): void;
  logger: Logger;
  timings?: { replaceAfter: number; checkInterval: number };
}

/** Replaces a database client that stays disconnected although a new one connects. If that fails, the process exits. */
export class DatabaseWatchdog {
  private readonly stopping = new AbortController();
  private lostAt: number | undefined;

  constructor(private readonly options: DatabaseWatchdogOptions) {}

  start(): void {
    void this.watch();
  }

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
    // The client may have reconnected during the probe.
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

  private async waited(ms: number): Promise<boolean> {
    try {
      await delay(ms, undefined, { signal: this.stopping.signal });
      return true;
    } catch {
      return false;
    }
  }
}

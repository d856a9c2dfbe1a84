import type { OutputOf } from '@docfolio/contracts/core/operation';
import type { SystemQueue, systemStatus } from '@docfolio/contracts/entities/system';
import { unservedBuilds } from '@docfolio/process/system/unserved-builds';
import type { Logger } from '@docfolio/service-kit/logging';
import type { FoundFlaw } from '@docfolio/service-kit/redis-requirements';
import type { Redis } from 'ioredis';
import { readBackups, unknownBackups } from './backups.js';
import { readErrors, trimErrors } from './error-groups.js';
import { forgetQueue, isAbandoned, type KnownQueue, readKnownQueues } from './known-queues.js';
import { processesOf, type Reports, readReports } from './process-reports.js';
import type { QueueFacts, QueueReader } from './queue-reader.js';
import { deadLettersIn, redisState, reportedStorage } from './storage.js';
import { firstCheck, nextState, readState, storeState, withTimes } from './system-state.js';
import { troublesOf } from './troubles.js';

export type System = OutputOf<typeof systemStatus.get>;

/** ms for which a state is shared by the CRMs that ask for it. */
const lifetime = 1_000;

/** Combines what processes report and Redis knows to the state of the system. */
export class SystemService {
  private flaws: readonly FoundFlaw[] = [];
  private latest: { at: number; state: Promise<System> } | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly queues: QueueReader,
    private readonly logger: Logger,
    private readonly watchesBackups: boolean,
  ) {}

  /** Returns the state, at most 1 s old. What cannot be read is absent, and listed as a trouble. */
  current(): Promise<System> {
    const now = Date.now();
    if (!this.latest || now - this.latest.at > lifetime) this.latest = { at: now, state: this.read(new Date(now)) };
    return this.latest.state;
  }

  /** Checks the state, so that it is known since when everything works, and removes errors that are no longer listed. */
  async watch(): Promise<void> {
    await this.current();
    await this.part(undefined, () => trimErrors(this.redis, Date.now()));
  }

  private async read(now: Date): Promise<System> {
    const time = now.getTime();
    const reports = await this.part(undefined, () => readReports(this.redis, time));
    const [queues, errors, backups, redis] = await Promise.all([
      reports ? this.part([], () => this.readQueues(reports, time)) : [],
      this.part([], () => readErrors(this.redis, time)),
      this.part(unknownBackups, () => readBackups(this.redis)),
      this.part(undefined, () => redisState(this.redis)),
    ]);
    const since = this.watchesBackups && redis ? await this.part(null, () => firstCheck(this.redis, now)) : null;
    const processes = reports ? processesOf(reports) : [];
    const storage = [...(reports ? reportedStorage(reports) : []), ...(redis ? [redis.storage] : [])];
    const troubles = troublesOf({
      now: time,
      processes,
      lastSeen: reports?.lastSeen ?? new Map<string, string>(),
      queues,
      backups,
      dataSince: since,
      storage,
      redisFlaws: redis?.flaws ?? [],
      unreachable: reports && redis ? [] : ['redis'],
      unserved: unservedBuilds(reports?.running.get('web') ?? []),
    });
    this.logFlaws(redis?.flaws ?? this.flaws);
    const before = await this.part(undefined, () => readState(this.redis));
    const state = nextState(before, troubles, now);
    if (reports) await this.part(undefined, () => storeState(this.redis, state));
    return {
      checked_at: state.checked_at,
      working_since: state.working_since,
      troubles: withTimes(troubles, state),
      processes,
      queues: queues.map(({ queue }) => queue),
      errors,
      backups,
      storage,
      dead_letters: (reports ? deadLettersIn(reports) : 0) + failedIn(queues.map(({ queue }) => queue)),
    };
  }

  /** Logs flaws that were not there at the last check. */
  private logFlaws(flaws: readonly FoundFlaw[]): void {
    for (const { flaw, value } of flaws) {
      if (!this.flaws.some((known) => known.flaw === flaw && known.value === value))
        this.logger.error({ flaw, value }, 'redis may lose accepted messages');
    }
    this.flaws = flaws;
  }

  private async readQueues(reports: Reports, now: number): Promise<QueueFacts[]> {
    const known = await readKnownQueues(this.redis, reports);
    const read = await Promise.all(known.map((queue) => this.readQueue(queue, reports, now)));
    return read.filter((facts) => facts !== undefined);
  }

  private async readQueue(known: KnownQueue, reports: Reports, now: number): Promise<QueueFacts | undefined> {
    const facts = await this.part(undefined, () => this.queues.read(known, now));
    if (!facts || !isAbandoned(known, reports)) return facts;
    const { waiting, active, delayed, failed } = facts.queue;
    if (waiting + active + delayed + failed > 0) return facts;
    await this.part(undefined, () => forgetQueue(this.redis, known.name));
    return undefined;
  }

  private async part<T>(fallback: T, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      this.logger.debug({ err: error }, 'part of the state of the system not read');
      return fallback;
    }
  }
}

function failedIn(queues: readonly SystemQueue[]): number {
  return queues.reduce((sum, { failed }) => sum + failed, 0);
}

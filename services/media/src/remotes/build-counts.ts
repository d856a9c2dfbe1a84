import type { BuildFigures, BuildReport } from '@docfolio/contracts/entities/remote-report';
import type { ServedPage } from '@docfolio/remote-build/page-token';
import type { Logger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { StageCounts } from './canary-rule.js';
import { countOnce, type LimitedCount } from './count-once.js';
import { bucketOf, percentile } from './histogram.js';

/** A canary at one share: from `since` (ISO 8601) until the share changes. */
export interface Stage {
  remote: string;
  since: string;
}

/** A report of a build that the remote's record names, of a page that was served with this build. */
export interface CountedReport {
  report: BuildReport;
  page: Pick<ServedPage, 'nonce' | 'servedAt'>;
  /** Hash of the visitor's network. */
  client: string;
  /** The stage that decides on the canary, and the build's part in it. */
  stage?: { since: string; part: keyof StageCounts } | undefined;
}

/** Counts of a build in one hour by result, and by Web Vital and bucket (`lcp:80`). */
type Counts = ReadonlyMap<string, number>;

const hour = 60 * 60 * 1_000;
const prefix = 'docfolio:remote-reports';
export const statisticsHours = 24;
/** Seconds that a count is stored after its last increment. */
export const countsLifetime = 8 * 24 * 60 * 60;
/** Seconds that the clients of an hour are stored, so that none of them counts too often in it. */
const hourClientsLifetime = 2 * 60 * 60;
/** Page loads (and errors, and vitals) of one client that count per build and hour, and per part of a stage. */
export const clientLimit = 5;
const connectionTimeout = 2_000;

/** Buckets per unit: values below one bucket are counted as 0. */
const bucketsPerUnit = { lcp: 1, cls: 10_000, inp: 1 } as const;
const vitalNames = ['lcp', 'cls', 'inp'] as const;
type Vital = (typeof vitalNames)[number];

/** Returns the Redis key of a build's counts in the hour of a time. */
export function hourKey({ remote, build }: Pick<BuildReport, 'remote' | 'build'>, time: number): string {
  return `${prefix}:${remote}:${build ?? 'delivered'}:${Math.floor(time / hour)}`;
}

function stageKey({ remote, since }: Stage): string {
  return `${prefix}:${remote}:canary:${Date.parse(since)}`;
}

/** Counts in Redis what pages report of builds: per hour, and since a canary has its share. */
export class BuildCounts implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(redisUrl: string, logger: Logger) {
    this.redis = connectRedis(redisUrl, 'commands', logger);
  }

  /** Counts each report once, and of each client only so many. */
  async add(reports: readonly CountedReport[], now = Date.now()): Promise<void> {
    if (reports.length === 0) return;
    await whenReady(this.redis, connectionTimeout);
    for (const counted of reports) {
      const { report, page, client } = counted;
      const { remote, build, result } = report;
      await countOnce(this.redis, {
        ...{ prefix, client, servedAt: page.servedAt, increments: incrementsOf(counted, now) },
        report: `${page.nonce} ${remote} ${build ?? 'delivered'} ${result}`,
      });
    }
  }

  /** Returns the figures of a build in the last 24 hours, and in each of them, oldest first. */
  async lastDay(remote: string, build: string | null): Promise<BuildFigures & { hours: BuildFigures[] }> {
    const now = Date.now();
    const keys = Array.from({ length: statisticsHours }, (_, index) =>
      hourKey({ remote, build }, now - (statisticsHours - 1 - index) * hour),
    );
    const hours = (await this.run(keys.map((key) => ['hgetall', key] as const))).map(countsOf);
    return { ...figuresOf(sumOf(hours)), hours: hours.map(figuresOf) };
  }

  /** Returns the page loads of canary and current build in a stage. */
  async stage(stage: Stage): Promise<StageCounts> {
    const [found] = await this.run([['hgetall', stageKey(stage)]]);
    const counts = countsOf(found);
    const sampleOf = (part: keyof StageCounts) => {
      const count = (what: string) => counts.get(`${part}:${what}`) ?? 0;
      return {
        ...{ loads: count('loads'), failures: count('failures') },
        ...{ clients: count('clients'), failing: count('failing') },
      };
    };
    return { canary: sampleOf('canary'), current: sampleOf('current') };
  }

  async onApplicationShutdown(): Promise<void> {
    await closeRedis(this.redis);
  }

  private async run(commands: readonly (readonly (string | number)[])[]): Promise<unknown[]> {
    await whenReady(this.redis, connectionTimeout);
    const results = (await this.redis.pipeline(commands.map((command) => [...command])).exec()) ?? [];
    return results.map(([error, result]) => {
      if (error) throw error;
      return result;
    });
  }
}

function incrementsOf({ report, stage }: CountedReport, now: number): LimitedCount[] {
  const { remote, result } = report;
  const counts = hourKey(report, now);
  const inHour = (kind: string, fields: string[]): LimitedCount => ({
    ...{ counts, lifetime: countsLifetime, clients: `${counts}:clients`, clientsLifetime: hourClientsLifetime },
    ...{ kind, limit: clientLimit, fields },
  });
  if (result === 'vitals') {
    const fields = vitalNames.flatMap((vital) => {
      const value = report[vital];
      return value === undefined ? [] : [`${vital}:${bucketOf(value * bucketsPerUnit[vital])}`];
    });
    return [inHour('vitals', fields)];
  }
  const kind = result === 'error' ? 'error' : 'load';
  return [inHour(kind, [result]), ...(stage ? incrementsOfStage(remote, stage, result) : [])];
}

function incrementsOfStage(
  remote: string,
  { since, part }: NonNullable<CountedReport['stage']>,
  result: BuildReport['result'],
): LimitedCount[] {
  const counts = stageKey({ remote, since });
  const lifetimes = { lifetime: countsLifetime, clientsLifetime: countsLifetime };
  const shared = { counts, clients: `${counts}:clients`, ...lifetimes };
  const load = { kind: `${part}:load`, limit: clientLimit, fields: [`${part}:loads`], firstField: `${part}:clients` };
  const failures = [`${part}:failures`];
  const failure = { kind: `${part}:failure`, limit: clientLimit, fields: failures, firstField: `${part}:failing` };
  return [
    ...(result === 'error' ? [] : [{ ...shared, ...load }]),
    ...(result === 'loaded' ? [] : [{ ...shared, ...failure }]),
  ];
}

function countsOf(hash: unknown): Counts {
  return new Map(Object.entries(hash as Record<string, string>).map(([field, count]) => [field, Number(count)]));
}

function sumOf(all: readonly Counts[]): Counts {
  const sum = new Map<string, number>();
  for (const counts of all) for (const [field, count] of counts) sum.set(field, (sum.get(field) ?? 0) + count);
  return sum;
}

function figuresOf(counts: Counts): BuildFigures {
  const count = (result: string) => counts.get(result) ?? 0;
  const loads = count('loaded') + count('failed');
  // An error may come from a page that was loaded in an earlier hour.
  const failures = Math.min(count('failed') + count('error'), loads);
  const [lcp, cls, inp] = [percentileOf(counts, 'lcp'), percentileOf(counts, 'cls'), percentileOf(counts, 'inp')];
  return { loads, failure_rate: loads > 0 ? failures / loads : null, lcp, cls, inp };
}

/** Returns the 75th percentile of a Web Vital with four significant digits. */
function percentileOf(counts: Counts, vital: Vital): number | null {
  const buckets = [...counts].flatMap(([field, count]) => {
    const [name, bucket] = field.split(':');
    return name === vital ? [[Number(bucket), count] as const] : [];
  });
  const found = percentile(new Map(buckets), 0.75);
  return found === null ? null : Number((found / bucketsPerUnit[vital]).toPrecision(4));
}

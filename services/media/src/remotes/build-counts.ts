import type { BuildFigures, BuildReport } from '@docfolio/contracts/remote-report';
import type { Logger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { StageCounts } from './canary-rule.js';
import { bucketOf, percentile } from './histogram.js';

/** A canary at one share: from `since` (ISO 8601) until the share changes. */
export interface Stage {
  remote: string;
  since: string;
}

/** A report of a build that the remote's record names. */
export interface CountedReport {
  report: BuildReport;
  /** The stage that decides on the canary, and the build's part in it. */
  stage?: { since: string; part: keyof StageCounts } | undefined;
}

/** Counts of a build in one hour by result, and by Web Vital and bucket (`lcp:80`). */
type Counts = ReadonlyMap<string, number>;

const hour = 60 * 60 * 1_000;
export const statisticsHours = 24;
/** Seconds that a count is stored after its last increment. */
export const countsLifetime = 8 * 24 * 60 * 60;
const connectionTimeout = 2_000;

/** Buckets per unit: values below one bucket are counted as 0. */
const bucketsPerUnit = { lcp: 1, cls: 10_000, inp: 1 } as const;
const vitalNames = ['lcp', 'cls', 'inp'] as const;
type Vital = (typeof vitalNames)[number];

/** Returns the Redis key of a build's counts in the hour of a time. */
export function hourKey({ remote, build }: Pick<BuildReport, 'remote' | 'build'>, time: number): string {
  return `docfolio:remote-reports:${remote}:${build ?? 'delivered'}:${Math.floor(time / hour)}`;
}

function stageKey({ remote, since }: Stage): string {
  return `docfolio:remote-reports:${remote}:canary:${Date.parse(since)}`;
}

/** Counts in Redis what pages report of builds: per hour, and since a canary has its share. */
export class BuildCounts implements OnApplicationShutdown {
  private readonly redis: Redis;

  constructor(redisUrl: string, logger: Logger) {
    this.redis = connectRedis(redisUrl, 'commands', logger);
  }

  /** Counts reports in one round trip. */
  async add(reports: readonly CountedReport[], now = Date.now()): Promise<void> {
    if (reports.length === 0) return;
    const increments = reports.flatMap((counted) => incrementsOf(counted, now));
    const keys = new Set(increments.map(({ key }) => key));
    await this.run([
      ...increments.map(({ key, field }) => ['hincrby', key, field, 1] as const),
      ...[...keys].map((key) => ['expire', key, countsLifetime] as const),
    ]);
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
      const count = (result: string) => counts.get(`${part}:${result}`) ?? 0;
      return { loads: count('loaded') + count('failed'), failures: count('failed') + count('error') };
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

function incrementsOf({ report, stage }: CountedReport, now: number): { key: string; field: string }[] {
  const { remote, result } = report;
  const key = hourKey(report, now);
  if (result === 'vitals')
    return vitalNames.flatMap((vital) => {
      const value = report[vital];
      return value === undefined ? [] : [{ key, field: `${vital}:${bucketOf(value * bucketsPerUnit[vital])}` }];
    });
  const inStage = stage && { key: stageKey({ remote, since: stage.since }), field: `${stage.part}:${result}` };
  return [{ key, field: result }, ...(inStage ? [inStage] : [])];
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

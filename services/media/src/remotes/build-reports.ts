import type { BuildReport, BuildStatistics } from '@docfolio/contracts/remote-report';
import { Injectable } from '@nestjs/common';
import { BuildCounts, type CountedReport } from './build-counts.js';
import { deployedBuilds, type Pointer, retiredBuilds } from './pointer.js';
import { RemotesRepository } from './remotes.repository.js';

/** Counts what pages report of builds, and returns the statistics of those that are deployed. */
@Injectable()
export class BuildReports {
  constructor(
    private readonly remotes: RemotesRepository,
    private readonly counts: BuildCounts,
  ) {}

  /** Counts reports of builds that are or were recently deployed. Others are ignored: anybody can send them. */
  async record(reports: readonly BuildReport[]): Promise<void> {
    const pointers = new Map((await this.remotes.all()).map(({ name, pointer }) => [name, pointer]));
    const counted = reports.flatMap((report): CountedReport[] => {
      const pointer = pointers.get(report.remote);
      return pointer && isServed(pointer, report.build) ? [{ report, stage: stageOf(pointer, report.build) }] : [];
    });
    await this.counts.add(counted);
  }

  /** Returns the statistics of a remote's current, canary and previous build. */
  async statistics(remote: string): Promise<BuildStatistics[]> {
    const { current, canary, previous } = (await this.remotes.read(remote)).pointer;
    const builds = [...new Set([current, ...(canary ? [canary.build] : []), previous])];
    return Promise.all(builds.map(async (build) => ({ build, ...(await this.counts.lastDay(remote, build)) })));
  }
}

function isServed(pointer: Pointer, build: string | null): boolean {
  return build === null || [...deployedBuilds(pointer), ...retiredBuilds(pointer, new Date())].includes(build);
}

function stageOf({ current, canary }: Pointer, build: string | null): CountedReport['stage'] {
  if (!canary?.auto) return undefined;
  if (build === canary.build) return { since: canary.since, part: 'canary' };
  return build === current ? { since: canary.since, part: 'current' } : undefined;
}

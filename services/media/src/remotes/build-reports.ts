import type { BuildReport, BuildStatistics } from '@docfolio/contracts/entities/remote-report';
import { Injectable } from '@nestjs/common';
import { BuildCounts, type CountedReport } from './build-counts.js';
import { deployedBuilds, type Pointer, retiredBuilds } from './pointer.js';
import { RemotesRepository } from './remotes.repository.js';
import { ServedPages } from './served-pages.js';

/** Stands for all clients of a gateway of an earlier version, which does not name them. */
const unknownClient = 'unknown';

/** Counts what pages report of builds, and returns the statistics of those that are deployed. */
@Injectable()
export class BuildReports {
  constructor(
    private readonly remotes: RemotesRepository,
    private readonly counts: BuildCounts,
    private readonly pages: ServedPages,
  ) {}

  /**
   * Counts reports of a page that a web process has served, of the builds that it was served with, if they are or were
   * recently deployed. Others are ignored: anybody can send them.
   * @param token of the page @param client hash of the visitor's network; all that are unknown count as one
   */
  async record(reports: readonly BuildReport[], token: string | undefined, client = unknownClient): Promise<void> {
    const page = token === undefined ? undefined : await this.pages.open(token);
    if (!page) return;
    const pointers = new Map((await this.remotes.all()).map(({ name, pointer }) => [name, pointer]));
    const counted = reports.flatMap((report): CountedReport[] => {
      const { remote, build } = report;
      const pointer = pointers.get(remote);
      if (!pointer || !page.builds.get(remote)?.includes(build) || !isServed(pointer, build)) return [];
      return [{ report, page, client, stage: stageOf(pointer, build, page.servedAt) }];
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

/** @param servedAt time (ms since the epoch) of the page: one from before the stage says nothing about it */
function stageOf({ current, canary }: Pointer, build: string | null, servedAt: number): CountedReport['stage'] {
  if (!canary?.auto || servedAt < Date.parse(canary.since)) return undefined;
  if (build === canary.build) return { since: canary.since, part: 'canary' };
  return build === current ? { since: canary.since, part: 'current' } : undefined;
}

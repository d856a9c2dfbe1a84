import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BuildFiles } from './build-files.js';
import { type BuildName, BuildsRepository } from './builds.repository.js';
import { DeploymentsService } from './deployments.service.js';
import { deployedBuilds, retiredBuilds } from './pointer.js';
import { removeOldBuilds } from './remotes.jobs.js';
import { RemotesRepository } from './remotes.repository.js';
import { ServedPages } from './served-pages.js';

const hour = 60 * 60 * 1_000;
const day = 24 * hour;
/** Builds per remote that are retained, besides those that pages use. */
export const retainedBuilds = 50;

/** Deletes old builds with their files once a day, except those that are deployed or were within the last 24 hours. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  constructor(
    private readonly remotes: RemotesRepository,
    private readonly builds: BuildsRepository,
    private readonly files: BuildFiles,
    private readonly deployments: DeploymentsService,
    private readonly pages: ServedPages,
    private readonly jobs: JobQueue,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(removeOldBuilds, {}, day);
  }

  @WorksOn(removeOldBuilds)
  async run(): Promise<void> {
    await this.deployments.recordChanges();
    await this.pages.removeExpiredKeys();
    for (const name of await this.builds.halfRemoved()) await this.remove(name);
    for (const remote of await this.builds.remotes()) await this.removeOldOf(remote);
  }

  private async removeOldOf(remote: string): Promise<void> {
    const old = (await this.builds.newest(remote)).slice(retainedBuilds);
    const { pointer } = await this.remotes.read(remote);
    const used = new Set([...deployedBuilds(pointer), ...retiredBuilds(pointer, new Date())]);
    for (const { build } of old) if (!used.has(build)) await this.remove({ remote, build });
  }

  private async remove(name: BuildName): Promise<void> {
    // A build that is being promoted was marked as used, before its pointer is written.
    const before = new Date(Date.now() - hour);
    const removed = await this.builds.remove(name, before, (path) => this.files.remove(name, path));
    if (removed) this.logger.info(name, 'old build removed');
  }
}

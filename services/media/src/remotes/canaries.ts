import type { Operation } from '@docfolio/contracts/core/operation';
import { remotes } from '@docfolio/contracts/entities/remote';
import { counter } from '@docfolio/process/metrics/instruments';
import { automatically } from '@docfolio/service-kit/audit/automatically';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { WorksOn } from '@docfolio/service-kit/jobs/works-on';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BuildCounts } from './build-counts.js';
import { decideOn } from './canary-rule.js';
import { DeploymentsService } from './deployments.service.js';
import type { Canary } from './pointer.js';
import { decideOnCanaries } from './remotes.jobs.js';
import { RemotesRepository, type VersionedPointer } from './remotes.repository.js';
import { ServedBuilds } from './served-builds.js';

const rollbacks = counter({
  name: 'docfolio_canary_rollbacks_total',
  help: 'Canaries of remotes that were rolled back automatically, by remote.',
  labels: ['remote'],
});

const decisionInterval = 10_000;
/** ms that the checks before a promotion may take. */
const checksTimeout = 60_000;
/** Characters of a reason in the history. */
const maxReason = 200;

/** Raises canaries with `auto`, or rolls them back. Of concurrent runs, the pointer's version lets one act. */
@Injectable()
export class Canaries implements OnApplicationBootstrap {
  constructor(
    private readonly remotes: RemotesRepository,
    private readonly counts: BuildCounts,
    private readonly served: ServedBuilds,
    private readonly deployments: DeploymentsService,
    private readonly jobs: JobQueue,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.repeat(decideOnCanaries, {}, decisionInterval);
  }

  @WorksOn(decideOnCanaries)
  async run(): Promise<void> {
    for (const remote of await this.remotes.all()) {
      const { canary } = remote.pointer;
      if (!canary?.auto) continue;
      await this.decide(remote, canary).catch((error: unknown) =>
        this.logger.warn(
          { err: error, remote: remote.name, build: canary.build },
          'automatic canary change failed, left to the next run',
        ),
      );
    }
  }

  private async decide({ name, pointer, version }: VersionedPointer, canary: Canary): Promise<void> {
    const counts = await this.counts.stage({ remote: name, since: canary.since });
    const unserved = (await this.served.unserved()).find(
      ({ remote, build }) => remote === name && build === canary.build,
    );
    // No page loads it, so counts would never decide.
    const decision = unserved
      ? ({ action: 'roll back', reason: unserved.reason.slice(0, maxReason) } as const)
      : decideOn(canary, pointer.pinned, counts, new Date());
    if (!decision) return;
    const edit = { name, version, who: null, reason: decision.reason, deadline: Date.now() + checksTimeout };
    if (decision.action === 'roll back') {
      await automatically(remotes.rollBack as Operation, () => this.deployments.rollBack(edit, undefined));
      rollbacks.add({ remote: name });
      return;
    }
    const { percent } = decision;
    const auto = percent < 100 ? canary.auto : null;
    await automatically(remotes.promote as Operation, () =>
      this.deployments.promote(edit, { build: canary.build, percent, auto }),
    );
  }
}

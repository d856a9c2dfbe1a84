import type { List, ListQuery } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { ManagedRemote, RemoteChange, RemoteState, UnservedBuild } from '@docfolio/contracts/entities/remote';
import { newId } from '@docfolio/service-kit/identity';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { Inject, Injectable } from '@nestjs/common';
import { BuildChecks } from './build-checks.js';
import { BuildsRepository } from './builds.repository.js';
import {
  deploy,
  initialPointer,
  type Pointer,
  type Promotion,
  planPromotion,
  planRollback,
  type Step,
  stateOf,
} from './pointer.js';
import { RemoteChangesRepository } from './remote-changes.repository.js';
import { managedOf, RemotesRepository, type VersionedPointer } from './remotes.repository.js';
import { ServedBuilds } from './served-builds.js';
import { ShellContracts } from './shell-contracts.js';

/** Who changes a remote's pointer, and which version of it they have read. */
export interface Edit {
  name: string;
  version: number;
  /** Email of the admin or name of the token; null for the platform itself. */
  who: string | null;
  reason: string;
  /** Time (ms since the epoch) after which nothing may change, because the caller no longer waits. */
  deadline: number;
}

/** Changes which builds of a remote visitors get. */
@Injectable()
export class DeploymentsService {
  constructor(
    private readonly remotes: RemotesRepository,
    private readonly changes: RemoteChangesRepository,
    private readonly builds: BuildsRepository,
    private readonly checks: BuildChecks,
    private readonly shells: ShellContracts,
    private readonly served: ServedBuilds,
    @Inject(loggerToken) private readonly logger: Logger,
  ) {}

  async states(): Promise<RemoteState[]> {
    const now = new Date();
    return (await this.remotes.all()).map(({ name, pointer }) => stateOf(name, pointer, now));
  }

  /**
   * Returns every remote that has a build or was deployed, by name, the contract hashes of the running shells, and the
   * deployed builds that they cannot serve.
   */
  async list(): Promise<{ items: ManagedRemote[]; shells: string[]; unserved: UnservedBuild[] }> {
    const [stored, published, shells, unserved] = await Promise.all([
      this.remotes.all(),
      this.builds.remotes(),
      this.shells.running(),
      this.served.unserved(),
    ]);
    const known = new Set(stored.map(({ name }) => name));
    const unread = published.filter((name) => !known.has(name)).map(neverDeployed);
    const items = [...stored, ...unread].map((remote) => managedOf(remote));
    return { items: items.sort((a, b) => (a.name < b.name ? -1 : 1)), shells, unserved };
  }

  /**
   * Deploys a build to all visitors, or to a share of them. A repeat is a no-op.
   * @throws ProblemError `stale` with the current record; `conflict` while pinned; `build_refused` with the reason;
   * `not_found`; `unavailable` if the object store is down or the checks took too long
   */
  async promote(edit: Edit, promotion: Promotion): Promise<ManagedRemote> {
    if (promotion.auto && promotion.percent === 100) {
      const message = 'Only a share of visitors below 100 % can be raised';
      throw new ProblemError('validation_failed', { errors: [{ path: 'auto', message }] });
    }
    const read = await this.remotes.readVersion(edit.name, edit.version);
    const now = new Date();
    const plan = planPromotion(read.pointer, promotion, now);
    if (!plan) return managedOf(read);
    const name = { remote: edit.name, build: promotion.build };
    await this.checks.assertPromotable(name);
    await this.builds.claim(name);
    return this.write(edit, read, deploy(read.pointer, plan.deployed, now), plan.step);
  }

  /**
   * Ends the canary; without one, deploys an earlier build. A repeat for a given build is a no-op.
   * @param build null for the build delivered with the web process; undefined for the one before the current
   * @throws ProblemError `stale` with the current record; `conflict` if there is nothing to roll back; `not_found`;
   * `build_refused` with the reason
   */
  async rollBack(edit: Edit, build: string | null | undefined): Promise<ManagedRemote> {
    const read = await this.remotes.readVersion(edit.name, edit.version);
    const plan = planRollback(read.pointer, build);
    if (!plan) return managedOf(read);
    const target = plan.deployed.current;
    if (target !== null && target !== read.pointer.current) {
      const name = { remote: edit.name, build: target };
      await this.checks.assertRestorable(name);
      await this.builds.claim(name);
    }
    return this.write(edit, read, deploy(read.pointer, plan.deployed, new Date()), plan.step);
  }

  /** Forbids promotions, or allows them again. @throws ProblemError `stale` with the current record */
  async pin(edit: Edit, pinned: boolean): Promise<ManagedRemote> {
    const read = await this.remotes.readVersion(edit.name, edit.version);
    const { current } = read.pointer;
    if (read.pointer.pinned === pinned) return managedOf(read);
    const action = pinned ? 'pinned' : 'unpinned';
    return this.write(edit, read, { ...read.pointer, pinned }, { action, from: current, to: current, percent: 100 });
  }

  /** Returns a page of the history, newest first. */
  async history(query: ListQuery & { remote?: string | undefined }): Promise<List<RemoteChange>> {
    await this.recordChanges();
    return this.changes.newest(query);
  }

  /** Moves changes from the pointers to the history, where a crash has left them. */
  async recordChanges(): Promise<void> {
    for (const change of await this.remotes.unrecorded()) {
      await this.changes.record(change);
      await this.remotes.forget(change);
    }
  }

  private async write(edit: Edit, read: VersionedPointer, pointer: Pointer, step: Step): Promise<ManagedRemote> {
    if (Date.now() > edit.deadline)
      throw new ProblemError('unavailable', {
        detail: 'The checks took too long. Nothing was changed.',
        retryAfter: 1,
      });
    const { name: remote, who, reason } = edit;
    const change = { id: newId(), remote, at: new Date().toISOString(), who, reason, ...step };
    const written = await this.remotes.write(read, pointer, change);
    this.logger.info({ remote, ...step }, 'deployed builds changed');
    await this.recordChanges().catch((error: unknown) =>
      this.logger.warn({ err: error, remote }, 'deployment history delayed, left to the next read of it'),
    );
    return managedOf(written);
  }
}

function neverDeployed(name: string): VersionedPointer {
  return { name, pointer: initialPointer, version: 0, updatedAt: null };
}

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CacheTag } from '@docfolio/contracts/cache';
import { type RemoteState, remoteState } from '@docfolio/contracts/remote';
import type { InvalidationListener } from '@docfolio/edge/invalidation-feed';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import { BuildRefused } from '@docfolio/remote-build/signed-build';
import { z } from 'zod';
import type { BuildCache, CachedBuild } from './build-cache.js';
import type { BuildSource } from './build-source.js';

/** The checked builds of one remote; null is the build delivered with this process. */
export interface ServedRemote {
  current: CachedBuild | null;
  /** What replaces `current` if it fails; null also if there is no other build. */
  previous: CachedBuild | null;
  canary: { build: CachedBuild; percent: number } | null;
}

export type ServedRemotes = ReadonlyMap<string, ServedRemote>;

interface DeployedRemotesOptions {
  source: BuildSource;
  cache: BuildCache;
  /** Folder in which the last known state is stored. */
  directory: string;
  /** Contract hash of the own shell: builds with another are not served. */
  contract: string;
  /** ms between two reads of the state, in case an announcement was lost. Default: 30,000. */
  pollInterval?: number;
  log: (error: unknown, message: string) => void;
}

/** Tag of the invalidation that announces changed deployments. */
const tag: CacheTag = 'remotes';
/** ms that the start waits for the current state; then the last known one is served. */
const startTimeout = 5_000;
/** ms before a build that could not be downloaded is tried again; doubled up to the poll interval. */
const firstRetry = 1_000;
/** ms and attempts for which an answer of the gateway's cache may be older than the announcement. */
const staleDelay = 50;
const staleAttempts = 40;

/**
 * Knows which builds of remotes are deployed, and holds them checked on disk. A change of deployment takes effect when
 * all of its builds have arrived; until then the last state goes on.
 */
export class DeployedRemotes implements InvalidationListener {
  private servedRemotes: ServedRemotes = new Map();
  private states: readonly RemoteState[] = [];
  /** Number of the last announcement received: an older state is stale. */
  private heard = 0;
  private running: Promise<void> | undefined;
  private isRequested = false;
  private retryDelay = firstRetry;
  private retry: NodeJS.Timeout | undefined;
  private poll: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly listeners: (() => Promise<void>)[] = [];
  /** Builds whose refusal was logged. */
  private readonly refused = new Set<string>();

  constructor(private readonly options: DeployedRemotesOptions) {}

  /** Registers a callback for changes of `served`. */
  onChange(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** All deployed remotes: the same map until something changes. */
  get served(): ServedRemotes {
    return this.servedRemotes;
  }

  /** Serves the last known state from disk, then reads the current one, for which it waits 5 s at most. */
  async start(): Promise<void> {
    this.states = await this.readStored();
    await this.serve('disk');
    this.poll = setInterval(() => this.refresh(), this.options.pollInterval ?? 30_000);
    try {
      await withTimeout(this.refresh(), startTimeout);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      this.options.log(error, 'deployed remotes not read at start, last state served');
    }
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.poll);
    clearTimeout(this.retry);
  }

  invalidate(tags: readonly CacheTag[], sequence: number): void {
    if (!tags.includes(tag)) return;
    this.heard = sequence;
    this.refresh();
  }

  flush(): void {
    this.refresh();
  }

  /** Returns a build that pages may load files of; undefined if no page that is open can have been made with it. */
  async find(name: string, build: string): Promise<CachedBuild | undefined> {
    const state = this.states.find((candidate) => candidate.name === name);
    if (!state || !buildsOf(state).includes(build)) return undefined;
    return this.options.cache.opened(name, build) ?? this.options.cache.open(name, build);
  }

  private refresh(): Promise<void> {
    this.isRequested = true;
    this.running ??= this.run().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async run(): Promise<void> {
    while (this.isRequested && !this.stopped) {
      this.isRequested = false;
      clearTimeout(this.retry);
      try {
        this.states = await this.readStates();
        await this.store();
        const isComplete = await this.serve('anywhere');
        if (isComplete) this.retryDelay = firstRetry;
        else this.retryLater();
        await this.options.cache.evict((name, build) => this.isNeeded(name, build));
      } catch (error) {
        this.options.log(error, 'deployed remotes unknown, last state goes on');
        this.retryLater();
      }
    }
  }

  private retryLater(): void {
    if (this.stopped) return;
    this.retry = setTimeout(() => this.refresh(), this.retryDelay);
    this.retryDelay = Math.min(2 * this.retryDelay, this.options.pollInterval ?? 30_000);
  }

  /** Reads the state. The gateway may receive an announcement later than this process, and answer from its cache. */
  private async readStates(): Promise<RemoteState[]> {
    for (let attempt = 1; ; attempt += 1) {
      const { states, sequence } = await this.options.source.states();
      if (sequence >= this.heard || attempt === staleAttempts) return states;
      await new Promise((resolve) => setTimeout(resolve, staleDelay));
    }
  }

  /** @returns false if a build is missing, which another attempt may find */
  private async serve(from: 'disk' | 'anywhere'): Promise<boolean> {
    const next = new Map<string, ServedRemote>();
    let isComplete = true;
    const open = async (name: string, build: string | null): Promise<CachedBuild | null | undefined> => {
      if (build === null) return null;
      try {
        return this.checkContract(await this.options.cache.open(name, build, from));
      } catch (error) {
        if (!(error instanceof BuildRefused)) isComplete = false;
        this.logOnce(name, build, error);
        return undefined;
      }
    };
    for (const { name, current, previous, canary } of this.states) {
      const last = this.servedRemotes.get(name);
      const opened = await open(name, current);
      const openedCanary = canary && (await open(name, canary.build));
      next.set(name, {
        // A build that cannot be served is replaced by the one served until now, or the one before, or the delivered one.
        current: opened === undefined ? (last?.current ?? (await open(name, previous)) ?? null) : opened,
        previous: (await open(name, previous)) ?? null,
        canary: openedCanary ? { build: openedCanary, percent: canary.percent } : null,
      });
    }
    if (!equal(next, this.servedRemotes)) {
      this.servedRemotes = next;
      await Promise.all(this.listeners.map((listener) => listener()));
    }
    return isComplete;
  }

  private checkContract(cached: CachedBuild): CachedBuild {
    const { remote, build, contract } = cached.record;
    if (contract !== this.options.contract)
      throw new BuildRefused(`${remote} ${build} was built for another shell (contract ${contract.slice(0, 12)})`);
    return cached;
  }

  private logOnce(name: string, build: string, error: unknown): void {
    const key = `${name} ${build} ${error instanceof Error ? error.message : error}`;
    if (this.refused.has(key)) return;
    if (this.refused.size >= 1_000) this.refused.clear();
    this.refused.add(key);
    this.options.log(error, `build of a remote not served: ${name} ${build}`);
  }

  private isNeeded(name: string, build: string): boolean {
    const served = this.servedRemotes.get(name);
    const inUse = [served?.current, served?.previous, served?.canary?.build];
    return inUse.some((cached) => cached?.record.build === build);
  }

  private get stateFile(): string {
    return path.join(this.options.directory, 'state.json');
  }

  private async store(): Promise<void> {
    await mkdir(this.options.directory, { recursive: true });
    const partial = `${this.stateFile}.${process.pid}`;
    await writeFile(partial, JSON.stringify(this.states));
    await rename(partial, this.stateFile);
  }

  private async readStored(): Promise<RemoteState[]> {
    try {
      return z.array(remoteState).parse(JSON.parse(await readFile(this.stateFile, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.options.log(error, 'stored remotes unreadable');
      return [];
    }
  }
}

function buildsOf({ current, previous, canary, retired }: RemoteState): (string | null | undefined)[] {
  return [current, previous, canary?.build, ...retired];
}

function equal(one: ServedRemotes, other: ServedRemotes): boolean {
  const text = (served: ServedRemotes) =>
    JSON.stringify(
      [...served].map(([name, { current, previous, canary }]) => [
        ...[name, current?.record.build, previous?.record.build, canary?.build.record.build, canary?.percent],
      ]),
    );
  return text(one) === text(other);
}

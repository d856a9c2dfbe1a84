import { isDeepStrictEqual } from 'node:util';
import type { CacheTag } from '@docfolio/contracts/core/cache';
import type { RemotePage, RemoteState } from '@docfolio/contracts/entities/remote';
import { isCurrent } from '@docfolio/edge/cache-sequence';
import type { InvalidationListener } from '@docfolio/edge/invalidation-feed';
import type { UnservedBuild } from '@docfolio/process/system/process-report';
import { TimeoutError, withTimeout } from '@docfolio/process/with-timeout';
import { withoutValues } from '@docfolio/process/without-values';
import { BuildRefused } from '@docfolio/remote-build/signed-build';
import type { BuildSource } from './build-source.js';
import type { BuildVerdicts } from './build-verdicts.js';
import type { DownloadedBuild, DownloadedBuilds } from './downloaded-builds.js';
import { StoredStates } from './stored-states.js';

/** The checked builds of one remote; null is the build delivered with this process. */
export interface ServedRemote {
  current: DownloadedBuild | null;
  /** What replaces `current` if it fails; null also if there is no other build. */
  previous: DownloadedBuild | null;
  canary: { build: DownloadedBuild; percent: number } | null;
  /** The pages of the deployed build, if it cannot be served and no other build takes its place. */
  waiting?: { pages: readonly RemotePage[] };
}

export type ServedRemotes = ReadonlyMap<string, ServedRemote>;

interface DeployedRemotesOptions {
  source: BuildSource;
  builds: DownloadedBuilds;
  /** Folder in which the last known state is stored. */
  directory: string;
  /** Contract hash of the own shell: builds with another are not served. */
  contract: string;
  /** Tries builds before they are served. Undefined: they are served untried. */
  verdicts?: BuildVerdicts;
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
/** Characters of the reason for which a build is not served. */
const maxReason = 300;

/**
 * Knows which builds of remotes are deployed, and holds them checked on disk. A change of deployment takes effect when
 * all of its builds have arrived; until then the last state goes on.
 */
export class DeployedRemotes implements InvalidationListener {
  private servedRemotes: ServedRemotes = new Map();
  private states: readonly RemoteState[] = [];
  /** Number of the last announcement received: an older state is stale. */
  private heard = 0;
  private readonly stored: StoredStates;
  private running: Promise<void> | undefined;
  private isRequested = false;
  private retryDelay = firstRetry;
  private retry: NodeJS.Timeout | undefined;
  private poll: NodeJS.Timeout | undefined;
  private stopped = false;
  private readonly listeners: (() => Promise<void>)[] = [];
  /** Builds whose refusal was logged. */
  private readonly refused = new Set<string>();
  /** Pages of the deployed builds whose record was read, by remote and build. */
  private pages: ReadonlyMap<string, readonly RemotePage[]> = new Map();
  private unservedBuilds: readonly UnservedBuild[] = [];
  private unservedListener: (() => void) | undefined;

  constructor(private readonly options: DeployedRemotesOptions) {
    this.stored = new StoredStates(options.directory, options.log);
    options.verdicts?.onVerdict(() => this.refresh());
  }

  /** Registers a callback for changes of `unserved`. */
  onUnserved(listener: () => void): void {
    this.unservedListener = listener;
  }

  /** Registers a callback for changes of `served`. */
  onChange(listener: () => Promise<void>): void {
    this.listeners.push(listener);
  }

  /** All deployed remotes: the same map until something changes. */
  get served(): ServedRemotes {
    return this.servedRemotes;
  }

  /** The builds that visitors should get and that are not served, with the reason. */
  get unserved(): readonly UnservedBuild[] {
    return this.unservedBuilds;
  }

  /** Serves the last known state from disk, then reads the current one, for which it waits 5 s at most. */
  async start(): Promise<void> {
    this.states = await this.stored.read();
    await this.serve('disk');
    this.poll = setInterval(() => this.refresh(), this.options.pollInterval ?? 30_000);
    try {
      await withTimeout(this.startWithCurrent(), startTimeout);
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      this.options.log(error, 'deployed remotes not read at start, last state served');
    }
  }

  stop(): void {
    this.stopped = true;
    clearInterval(this.poll);
    clearTimeout(this.retry);
    this.options.verdicts?.stop();
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
  async find(name: string, build: string): Promise<DownloadedBuild | undefined> {
    const state = this.states.find((candidate) => candidate.name === name);
    if (!state || !buildsOf(state).includes(build)) return undefined;
    return this.options.builds.opened(name, build) ?? this.options.builds.open(name, build);
  }

  /** Returns the deployed build in a folder; undefined if that is another folder. */
  in(folder: string): DownloadedBuild | undefined {
    return this.options.builds.in(folder);
  }

  /** Returns the bytes of a file of a build that `find` has returned. @throws Error if it is damaged and the store is down */
  async read(downloaded: DownloadedBuild, path: string): Promise<Buffer | undefined> {
    const file = downloaded.files.get(path);
    return file && this.options.builds.file(downloaded, file);
  }

  /** Replaces the files of a build of which one is damaged. */
  repair(downloaded: DownloadedBuild, path: string): void {
    this.read(downloaded, path).catch((error) => this.options.log(error, 'damaged build of a remote not replaced'));
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
        await this.stored.write(this.states);
        this.options.verdicts?.retain(
          ({ remote, build }) => this.isDeployed(remote, build) || this.isNeeded(remote, build),
        );
        const isComplete = await this.serve('anywhere');
        if (isComplete) this.retryDelay = firstRetry;
        else this.retryLater();
        await this.options.builds.evict((name, build) => this.isNeeded(name, build));
      } catch (error) {
        this.options.log(error, 'deployed remotes unknown, last state goes on');
        this.retryLater();
      }
    }
  }

  private async startWithCurrent(): Promise<void> {
    await this.refresh();
    await this.options.verdicts?.settled();
    await this.running;
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
      if (isCurrent(sequence, this.heard) || attempt === staleAttempts) return states;
      await new Promise((resolve) => setTimeout(resolve, staleDelay));
    }
  }

  /** @returns false if a build is missing, which another attempt may find */
  private async serve(from: 'disk' | 'anywhere'): Promise<boolean> {
    const next = new Map<string, ServedRemote>();
    /** Why builds are refused, and why others could not be downloaded or stored, by remote and build. */
    const refusals = new Map<string, string>();
    const failures = new Map<string, string>();
    let isComplete = true;
    const pagesOf = new Map<string, readonly RemotePage[]>();
    const open = async (name: string, build: string | null): Promise<DownloadedBuild | null | undefined> => {
      if (build === null) return null;
      try {
        const downloaded = await this.options.builds.open(name, build, from);
        pagesOf.set(`${name} ${build}`, downloaded.record.pages);
        this.checkContract(downloaded);
        return (this.options.verdicts?.isUsable(downloaded) ?? true) ? downloaded : undefined;
      } catch (error) {
        this.logOnce(name, build, error);
        // The reasons leave this process, and a note of an earlier version is not masked.
        if (error instanceof BuildRefused) refusals.set(`${name} ${build}`, withoutValues(error.message));
        else {
          isComplete = false;
          // A build that is missing on disk is about to be downloaded.
          if (from === 'anywhere')
            failures.set(`${name} ${build}`, `It could not be downloaded: ${withoutValues(messageOf(error))}`);
        }
        return undefined;
      }
    };
    const findPages = async (name: string, build: string): Promise<readonly RemotePage[] | undefined> => {
      const key = `${name} ${build}`;
      const known = pagesOf.get(key) ?? this.pages.get(key);
      if (known) return known;
      try {
        return await this.options.builds.pages(name, build, from);
      } catch (error) {
        this.logOnce(name, build, error);
        return undefined;
      }
    };
    for (const { name, current, previous, canary } of this.states) {
      const opened = await open(name, current);
      const openedPrevious = (await open(name, previous)) ?? null;
      const openedCanary = canary && (await open(name, canary.build));
      // A build that cannot be served is replaced by the one served until now, or the one before, or the delivered one.
      const last = this.servedRemotes.get(name)?.current;
      const replacement = async () => {
        const isUsable = last && last.record.build !== current && (await open(name, last.record.build));
        return isUsable || openedPrevious;
      };
      const served = opened === undefined ? await replacement() : opened;
      const isMissing = opened === undefined && served === null && current !== null;
      const pages = isMissing ? await findPages(name, current) : undefined;
      if (pages) pagesOf.set(`${name} ${current}`, pages);
      next.set(name, {
        current: served,
        previous: openedPrevious,
        canary: openedCanary ? { build: openedCanary, percent: canary.percent } : null,
        ...(pages && { waiting: { pages } }),
      });
    }
    this.pages = pagesOf;
    const unserved = this.states.flatMap(({ name: remote, current, canary }) =>
      [...new Set([current, canary?.build])].flatMap((build) => {
        const key = `${remote} ${build}`;
        // A canary that is reported is rolled back: not for a download that may work a second later.
        const reason = refusals.get(key) ?? (build === current ? failures.get(key) : undefined);
        return build && reason !== undefined ? [{ remote, build, reason: reason.slice(0, maxReason) }] : [];
      }),
    );
    const isChanged = !isDeepStrictEqual(unserved, this.unservedBuilds);
    this.unservedBuilds = unserved;
    if (isChanged) this.unservedListener?.();
    const builds = [...next.values()].flatMap(({ current, canary }) => [current, canary?.build ?? null]);
    this.options.verdicts?.serve(builds.filter((build) => build !== null));
    if (!equal(next, this.servedRemotes)) {
      this.servedRemotes = next;
      await Promise.all(this.listeners.map((listener) => listener()));
    }
    return isComplete;
  }

  private checkContract(downloaded: DownloadedBuild): void {
    const { remote, build, contract } = downloaded.record;
    if (contract !== this.options.contract)
      throw new BuildRefused(`${remote} ${build} was built for another shell (contract ${contract.slice(0, 12)})`);
  }

  private logOnce(name: string, build: string, error: unknown): void {
    const key = `${name} ${build} ${messageOf(error)}`;
    if (this.refused.has(key)) return;
    if (this.refused.size >= 1_000) this.refused.clear();
    this.refused.add(key);
    this.options.log(error, `build of a remote not served: ${name} ${build}`);
  }

  private isDeployed(name: string, build: string): boolean {
    const state = this.states.find((candidate) => candidate.name === name);
    return [state?.current, state?.previous, state?.canary?.build].includes(build);
  }

  private isNeeded(name: string, build: string): boolean {
    const served = this.servedRemotes.get(name);
    const inUse = [served?.current, served?.previous, served?.canary?.build];
    return inUse.some((downloaded) => downloaded?.record.build === build);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function buildsOf({ current, previous, canary, retired }: RemoteState): (string | null | undefined)[] {
  return [current, previous, canary?.build, ...retired];
}

function equal(one: ServedRemotes, other: ServedRemotes): boolean {
  const text = (served: ServedRemotes) =>
    JSON.stringify(
      [...served].map(([name, { current, previous, canary, waiting }]) => [
        ...[name, current?.record.build, previous?.record.build, canary?.build.record.build, canary?.percent],
        waiting,
      ]),
    );
  return text(one) === text(other);
}

import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BuildFile } from '@docfolio/contracts/entities/remote';
import { withoutValues } from '@docfolio/process/without-values';
import { BuildRefused } from '@docfolio/remote-build/signed-build';
import { publicPages } from '@docfolio/site-copy/pages';
import { type BuildName, BuildNotes } from './build-notes.js';
import { tryBuild } from './build-trial.js';
import type { DownloadedBuild } from './downloaded-builds.js';

/** File of a build that renders its pages on the server. */
export const serverFile = 'server/server.js';

/** ms for which a new build is served before the end of its process is no longer blamed on it. */
const probation = 60_000;
/** Ends of processes that serve a new build, after which it is broken. */
const maxEnds = 2;
const maxReason = 300;

interface BuildVerdictsOptions {
  /** Folder of the build cache. */
  directory: string;
  /** Path of the compiled trial-program.js. */
  trialProgram: string;
  hostFile: string;
  gatewayUrl: string;
  /** Returns the bytes of a file of a build, compared with its hash. */
  read: (downloaded: DownloadedBuild, file: BuildFile) => Promise<Buffer>;
  log: (error: unknown, message: string) => void;
}

/**
 * Decides which builds may be served: those that survive a trial in a process of their own and then do not end the
 * processes that serve them. Verdicts are stored beside the builds. A build that is no longer deployed loses its
 * verdict, so that it is tried again when it is promoted again.
 */
export class BuildVerdicts {
  private readonly notes: BuildNotes;
  /** Builds that passed, and those that are being tried or wait for it. */
  private readonly passed = new Set<string>();
  private readonly trials = new Map<string, Promise<void>>();
  /** One trial at a time: each may need as much memory as this process. */
  private lastTrial: Promise<void> = Promise.resolve();
  private readonly ends = new Map<string, number>();
  private readonly onProbation = new Map<string, { name: BuildName; until: AbortController }>();
  private listener: (() => void) | undefined;

  constructor(private readonly options: BuildVerdictsOptions) {
    this.notes = new BuildNotes(options.directory, (error) =>
      options.log(error, 'note about a build of a remote not stored'),
    );
    this.countEnds();
  }

  /** Registers the callback for new verdicts. */
  onVerdict(listener: () => void): void {
    this.listener = listener;
  }

  /** Returns whether a build may be served. If that is unknown, it is tried in the meantime. @throws BuildRefused if it is broken */
  isUsable(downloaded: DownloadedBuild): boolean {
    const { record, files } = downloaded;
    const reason = this.reasonAgainst(record);
    if (reason !== undefined) throw new BuildRefused(`It is broken: ${reason}`);
    const key = keyOf(record);
    if (this.passed.has(key)) return true;
    const described = files.get(serverFile);
    if (!described || this.notes.read(record, 'tried')) {
      this.passed.add(key);
      return true;
    }
    if (!this.trials.has(key)) this.startTrial(key, downloaded, described);
    return false;
  }

  /** Resolves when no build is being tried. */
  async settled(): Promise<void> {
    await Promise.all(this.trials.values());
  }

  /** Returns why a build is broken; undefined if it is not, as far as is known. */
  reasonAgainst(name: BuildName): string | undefined {
    return this.notes.read(name, 'broken')?.reason;
  }

  /** Notes that a build must not be served any more. @param reason may quote what the build threw: it is masked */
  markBroken(name: BuildName, reason: string): void {
    const { remote, build } = name;
    if (this.reasonAgainst(name) !== undefined) return;
    // Masked before it is cut: half of a token or URL is not recognized.
    const masked = withoutValues(reason.replaceAll(/\s+/g, ' ')).slice(0, maxReason);
    this.notes.write(name, 'broken', { reason: masked });
    this.options.log(new BuildRefused(masked), `build of a remote is broken: ${remote} ${build}`);
    this.listener?.();
  }

  /** Notes which builds this process serves from now on. Those that are new to this machine are on probation. */
  serve(builds: readonly DownloadedBuild[]): void {
    for (const { record } of builds) if (!this.notes.read(record, 'proven')) this.startProbation(record);
  }

  /** Forgets the builds that are not deployed any more. */
  retain(isDeployed: (name: BuildName) => boolean): void {
    for (const { name, kind } of this.notes.list()) if (!isDeployed(name)) this.notes.remove(name, kind);
    for (const [key, { name, until }] of this.onProbation) {
      if (isDeployed(name)) continue;
      until.abort();
      this.onProbation.delete(key);
    }
    for (const key of this.passed) {
      const [remote = '', build = ''] = key.split(' ');
      if (!isDeployed({ remote, build })) this.passed.delete(key);
    }
  }

  /** Ends in order: nothing is blamed on a build. */
  stop(): void {
    for (const { name, until } of this.onProbation.values()) {
      until.abort();
      const ends = this.ends.get(keyOf(name)) ?? 0;
      if (ends === 0) this.notes.remove(name, this.servingKind);
      else this.notes.write(name, this.servingKind, { ends });
    }
    this.onProbation.clear();
  }

  private startTrial(key: string, downloaded: DownloadedBuild, described: BuildFile): void {
    const trial = this.lastTrial
      .then(() => this.tryOut(downloaded, described))
      .then(
        () => {
          this.trials.delete(key);
          this.listener?.();
        },
        // Another attempt follows with the next look at the deployed builds.
        (error) => {
          this.trials.delete(key);
          const { remote, build } = downloaded.record;
          this.options.log(error, `build of a remote not tried: ${remote} ${build}`);
        },
      );
    this.lastTrial = trial;
    this.trials.set(key, trial);
  }

  private async tryOut(downloaded: DownloadedBuild, described: BuildFile): Promise<void> {
    const { record, folder } = downloaded;
    // Read here: a damaged file is replaced, and is no verdict on the build.
    const code = (await this.options.read(downloaded, described)).toString();
    // A container that runs out of memory may lose all of its processes.
    this.startProbation(record);
    const { hostFile, gatewayUrl, trialProgram } = this.options;
    const pages = record.pages.map((page) => ({ ...page, remote: record.remote }));
    const urls = [...publicPages.filter(({ remote }) => remote === record.remote), ...pages]
      .map(({ path: url }) => url)
      .filter((url) => !url.includes(':'));
    const reason = await tryBuild(trialProgram, {
      ...{ hostFile, gatewayUrl, remote: record.remote, pages, urls },
      ...{ serverFile: path.join(folder, serverFile), code },
    });
    if (reason === undefined) this.notes.write(record, 'tried');
    else this.markBroken(record, reason);
  }

  /**
   * Counts how often processes of this machine ended without a stop while they served a build on probation. Of several
   * that ended together, one counts: the machine may have lost its power.
   */
  private countEnds(): void {
    for (const { name, kind, note } of this.notes.list()) {
      if (!kind.startsWith(`serving-${hostname()}-`) || isOther(note.pid)) continue;
      this.notes.remove(name, kind);
      const ends = Math.max(this.ends.get(keyOf(name)) ?? 0, note.ends + (note.pid === 0 ? 0 : 1));
      this.ends.set(keyOf(name), ends);
      if (ends < maxEnds) this.notes.write(name, this.servingKind, { ends });
      else this.markBroken(name, `the process ended ${ends} times soon after it began to serve it`);
    }
  }

  private startProbation({ remote, build }: BuildName): void {
    const name = { remote, build };
    const key = keyOf(name);
    if (this.onProbation.has(key)) return;
    const until = new AbortController();
    this.onProbation.set(key, { name, until });
    this.notes.write(name, this.servingKind, { ends: this.ends.get(key) ?? 0, pid: process.pid });
    void this.endProbation(name, until.signal);
  }

  private async endProbation(name: BuildName, signal: AbortSignal): Promise<void> {
    try {
      await delay(probation, undefined, { signal, ref: false });
    } catch {
      return;
    }
    this.onProbation.delete(keyOf(name));
    this.notes.write(name, 'proven');
    this.notes.remove(name, this.servingKind);
  }

  private get servingKind(): `serving-${string}` {
    return `serving-${hostname()}-${process.pid}`;
  }
}

const keyOf = ({ remote, build }: BuildName) => `${remote} ${build}`;

/** Returns whether an id is that of another process that runs. In a container, each process has the same one. */
function isOther(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

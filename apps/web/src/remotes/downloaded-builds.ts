import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildFile, type BuildRecord, type RemotePage, signedBuild } from '@docfolio/contracts/entities/remote';
import { sha384 } from '@docfolio/remote-build/build-id';
import { assertServable, type Manifest, manifestFile, readManifest } from '@docfolio/remote-build/manifest';
import { BuildRefused, openSignedBuild, readRecord } from '@docfolio/remote-build/signed-build';
import type { PublicKeys } from '@docfolio/remote-build/signing-keys';
import type { BuildSource } from './build-source.js';

/** A build on this machine's disk whose signature and files have been checked. */
export interface DownloadedBuild {
  record: BuildRecord;
  folder: string;
  /** Files by path. */
  files: ReadonlyMap<string, BuildFile>;
  manifest: Manifest;
}

interface DownloadedBuildsOptions {
  /** Their folder: `<name>/<build>/` for each build. Processes may share it. */
  directory: string;
  maxBytes: number;
  keys: PublicKeys;
  source: BuildSource;
  log: (error: unknown, message: string) => void;
}

/** Name of the signed record in a build's folder. A build's own files cannot begin with a dot. */
const recordFile = '.signed-build.json';
const partialEnding = '.partial';
/** Files that are downloaded at the same time. */
const parallelDownloads = 4;
/** Age in ms of an unfinished download of another process that counts as abandoned. */
const abandonedAge = 3_600_000;

/**
 * Downloads builds of remotes, checks each build's signature and its files' hashes, and stores them on disk. Nothing is
 * returned that this process has not checked since it started.
 */
export class DownloadedBuilds {
  private readonly builds = new Map<string, Promise<DownloadedBuild>>();
  private readonly checked = new Map<string, DownloadedBuild>();

  constructor(private readonly options: DownloadedBuildsOptions) {}

  /** Returns a build that `open` has returned before; undefined if it has not, or the build was evicted. */
  opened(name: string, build: string): DownloadedBuild | undefined {
    return this.checked.get(keyOf(name, build));
  }

  /**
   * Returns the bytes of a file as the build record describes it, although the file was checked before: the disk may be
   * damaged, or shared. Then the build is downloaded again.
   * @throws Error if that is not possible
   */
  async file({ record, folder }: DownloadedBuild, file: BuildFile): Promise<Buffer> {
    try {
      return await readChecked(folder, file);
    } catch {
      const { remote, build } = record;
      // Of concurrent callers, the first one opens the build again.
      if (this.checked.get(keyOf(remote, build))?.folder === folder) this.forget(remote, build);
      const repaired = await this.open(remote, build);
      return readChecked(repaired.folder, file);
    }
  }

  /** Makes the next `open` check a build again. */
  forget(name: string, build: string): void {
    this.checked.delete(keyOf(name, build));
    this.builds.delete(keyOf(name, build));
  }

  /** Returns the build that is in a folder, if `open` has returned it. */
  in(folder: string): DownloadedBuild | undefined {
    for (const downloaded of this.checked.values()) if (downloaded.folder === folder) return downloaded;
    return undefined;
  }

  /**
   * Returns a build from disk or, if it is missing or damaged there, downloaded. Concurrent callers share the work.
   * @param from `disk` does not download
   * @throws BuildRefused if signature, id or a hash is wrong; Error if it cannot be downloaded or stored
   */
  open(name: string, build: string, from: 'disk' | 'anywhere' = 'anywhere'): Promise<DownloadedBuild> {
    const key = keyOf(name, build);
    const known = this.builds.get(key);
    if (known) return known;
    const opening = this.read(name, build).catch((error: unknown) => {
      if (from === 'disk') throw error;
      return this.download(name, build, error);
    });
    this.builds.set(key, opening);
    opening.then(
      (downloaded) => this.checked.set(key, downloaded),
      () => this.builds.delete(key),
    );
    return opening;
  }

  /**
   * Returns the pages of a build, also of one that `open` refuses or cannot download: its record is enough. The
   * signature is not checked, because these pages only say that they are unavailable, and nothing of the build is used.
   * @param from `disk` does not ask the gateway
   * @throws BuildRefused if the record is not one of this build; Error if there is no record
   */
  async pages(name: string, build: string, from: 'disk' | 'anywhere'): Promise<readonly RemotePage[]> {
    const stored = await this.storedRecord(name, build).catch((error: unknown) => {
      if (from === 'disk') throw error;
      return this.options.source.signedBuild(name, build);
    });
    const record = readRecord(signedBuild.parse(stored).record);
    assertIsOf(name, build, record);
    return record.pages;
  }

  /**
   * Deletes builds, those used longest ago first, until the rest is below the limit. Also deletes abandoned downloads.
   * @param isNeeded builds that stay even above the limit
   */
  async evict(isNeeded: (name: string, build: string) => boolean): Promise<void> {
    const found = await this.list();
    let bytes = found.reduce((sum, { size }) => sum + size, 0);
    for (const { name, build, folder, size } of found.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= this.options.maxBytes) return;
      if (isNeeded(name, build)) continue;
      this.forget(name, build);
      await rm(folder, { recursive: true, force: true });
      bytes -= size;
    }
  }

  /** Reads a build from disk and checks it. */
  private async read(name: string, build: string): Promise<DownloadedBuild> {
    const folder = this.folderOf(name, build);
    const record = this.openRecord(name, build, await this.storedRecord(name, build));
    for (const file of record.files) await readChecked(folder, file);
    // The time of the last use, by which builds are evicted.
    await utimes(folder, new Date(), new Date());
    return downloadedBuild(record, folder);
  }

  /** @param damage why the build could not be read from disk */
  private async download(name: string, build: string, damage: unknown): Promise<DownloadedBuild> {
    const folder = this.folderOf(name, build);
    if (!isMissing(damage)) {
      this.options.log(damage, 'cached build is damaged, downloaded again');
      await rm(folder, { recursive: true, force: true });
    }
    const { source } = this.options;
    const signed = await source.signedBuild(name, build);
    const record = this.openRecord(name, build, signed);
    const partial = `${folder}.${randomUUID()}${partialEnding}`;
    try {
      await mkdir(partial, { recursive: true });
      const waiting = [...record.files];
      const download = async () => {
        for (let file = waiting.pop(); file; file = waiting.pop()) {
          const bytes = await source.file(name, build, file.path, file.size);
          checkFile(file, bytes);
          const target = path.join(partial, file.path);
          await mkdir(path.dirname(target), { recursive: true });
          await writeFile(target, bytes);
        }
      };
      await Promise.all(Array.from({ length: parallelDownloads }, download));
      await writeFile(path.join(partial, recordFile), JSON.stringify(signed));
      await rename(partial, folder).catch(async (error: NodeJS.ErrnoException) => {
        // Another process that shares the folder was first. Its copy is checked like any other.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
        await this.read(name, build);
      });
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
    return downloadedBuild(record, folder);
  }

  private openRecord(name: string, build: string, stored: unknown): BuildRecord {
    const record = openSignedBuild(signedBuild.parse(stored), this.options.keys);
    assertServable(record);
    assertIsOf(name, build, record);
    return record;
  }

  /** Returns the signed record on disk, unchecked. */
  private async storedRecord(name: string, build: string): Promise<unknown> {
    return JSON.parse(await readFile(path.join(this.folderOf(name, build), recordFile), 'utf8'));
  }

  private folderOf(name: string, build: string): string {
    return path.join(this.options.directory, name, build);
  }

  private async list() {
    const { directory } = this.options;
    const found: { name: string; build: string; folder: string; size: number; usedAt: number }[] = [];
    for (const name of await folders(directory)) {
      for (const build of await folders(path.join(directory, name))) {
        const folder = path.join(directory, name, build);
        const usedAt = (await stat(folder)).mtimeMs;
        if (!build.endsWith(partialEnding)) found.push({ name, build, folder, size: await sizeOf(folder), usedAt });
        else if (Date.now() - usedAt > abandonedAge) await rm(folder, { recursive: true, force: true });
      }
    }
    return found;
  }
}

const keyOf = (name: string, build: string) => `${name} ${build}`;

/** @throws BuildRefused if a record is that of another build */
function assertIsOf(name: string, build: string, record: BuildRecord): void {
  if (record.remote !== name || record.build !== build)
    throw new BuildRefused(`The build record of ${name} ${build} belongs to ${record.remote} ${record.build}`);
}

/** @throws BuildRefused if the build's manifest cannot be read, or was changed since it was checked */
async function downloadedBuild(record: BuildRecord, folder: string): Promise<DownloadedBuild> {
  const files = new Map(record.files.map((file) => [file.path, file]));
  const described = files.get(manifestFile);
  if (!described) throw new BuildRefused(`${manifestFile} is missing`);
  const manifest = readManifest((await readChecked(folder, described)).toString(), record);
  return { record, folder, files, manifest };
}

async function readChecked(folder: string, file: BuildFile): Promise<Buffer> {
  const bytes = await readFile(path.join(folder, file.path));
  checkFile(file, bytes);
  return bytes;
}

/** @throws BuildRefused if the bytes are not those that the record describes */
export function checkFile(file: BuildFile, bytes: Buffer): void {
  if (bytes.length !== file.size || sha384(bytes) !== file.sha384)
    throw new BuildRefused(`${file.path} does not match its hash in the build record`);
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function folders(directory: string): Promise<string[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(path.join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteName } from '@docfolio/site-copy/pages';
import { z } from 'zod';
import { FileCache } from './file-cache.js';

/** The remotes that this process serves itself, from `apps/<name>/dist`. */
export const ownRemotes: readonly RemoteName[] = ['site', 'blog', 'crm'];

/** From a remote's name to the URL of the folder with its `mf-manifest.json`; ends in `/`. */
export type RemoteTable = Readonly<Record<string, string>>;

const ownTable: RemoteTable = Object.fromEntries(ownRemotes.map((name) => [name, `/remotes/${name}/`]));

const folderUrl = z
  .string()
  .refine((text) => text.startsWith('/') || URL.canParse(text), 'neither a path nor a URL')
  .refine((text) => text.startsWith('/') || /^https?:$/.test(new URL(text).protocol), 'not http or https')
  .transform((text) => (text.endsWith('/') ? text : `${text}/`));

const tableFile = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), folderUrl);

const assets = z.object({ js: z.object({ sync: z.array(z.string()) }), css: z.object({ sync: z.array(z.string()) }) });

/** What is read of a remote's `mf-manifest.json`. */
const manifest = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string() }) }),
  exposes: z.array(z.object({ assets })),
});

/** The files that showing a remote's page begins with, as URLs. */
export interface RemoteFiles {
  /** What they all begin with. */
  folder: string;
  manifest: string;
  scripts: string[];
  styles: string[];
}

/** How long a manifest of another origin is believed, in milliseconds. */
const foreignManifestAge = 30_000;
/** Milliseconds that another origin may take to answer; a page never waits for it. */
const foreignTimeout = 3000;

interface RemotesOptions {
  /** `apps/`, with `<name>/dist` for each own remote. */
  appsDirectory: string;
  /** REMOTES_FILE. */
  tableFile?: string;
  log: (error: unknown, message: string) => void;
}

/** Knows where the remotes are and what they consist of right now: both are read anew when they change. */
export class Remotes {
  readonly #files = new FileCache();
  readonly #foreign = new Map<string, { files: RemoteFiles | undefined; until: number }>();
  #lastTable: RemoteTable | undefined;

  constructor(private readonly options: RemotesOptions) {}

  /**
   * The table as the page carries it, the same object while it doesn't change. A file that became unreadable leaves the last good one in force.
   * @throws Error when the file can't be read or parsed and never could.
   */
  async table(): Promise<RemoteTable> {
    if (!this.options.tableFile) return ownTable;
    try {
      this.#lastTable = await this.#files.read(this.options.tableFile, (text) => {
        return { ...ownTable, ...tableFile.parse(JSON.parse(text)) };
      });
    } catch (error) {
      if (!this.#lastTable) throw error;
      this.options.log(error, 'REMOTES_FILE is unreadable; the last good one stays in force');
    }
    return this.#lastTable;
  }

  /** Origins other than the page's own, for the Content-Security-Policy. */
  async foreignOrigins(): Promise<string[]> {
    const folders = Object.values(await this.table()).filter((folder) => !folder.startsWith('/'));
    return [...new Set(folders.map((folder) => new URL(folder).origin))].sort();
  }

  /** What to preload for a remote; undefined when it is absent or not known yet, and the page does without. */
  async files(name: string): Promise<RemoteFiles | undefined> {
    const folder = (await this.table())[name];
    if (!folder) return undefined;
    return folder.startsWith('/') ? this.#ownFiles(name, folder) : this.#foreignFiles(folder);
  }

  /** The folder of a remote that this process serves. */
  directory(name: string): string {
    return path.join(this.options.appsDirectory, name, 'dist');
  }

  async #ownFiles(name: string, folder: string): Promise<RemoteFiles | undefined> {
    try {
      return await this.#files.read(path.join(this.directory(name), 'mf-manifest.json'), (text) =>
        filesOf(folder, JSON.parse(text)),
      );
    } catch (error) {
      this.options.log(error, `The remote ${name} has no readable manifest`);
      return undefined;
    }
  }

  #foreignFiles(folder: string): RemoteFiles | undefined {
    const known = this.#foreign.get(folder);
    if (known && known.until > Date.now()) return known.files;
    // The page that finds it outdated is answered with what is known; the next one has the new list.
    this.#foreign.set(folder, { files: known?.files, until: Date.now() + foreignManifestAge });
    fetch(new URL('mf-manifest.json', folder), { signal: AbortSignal.timeout(foreignTimeout) })
      .then(async (response) => filesOf(folder, await response.json()))
      .then((files) => this.#foreign.set(folder, { files, until: Date.now() + foreignManifestAge }))
      .catch((error) => this.options.log(error, `The manifest at ${folder} could not be read`));
    return known?.files;
  }
}

function filesOf(folder: string, json: unknown): RemoteFiles {
  const { metaData, exposes } = manifest.parse(json);
  const entry = `${metaData.remoteEntry.path}${metaData.remoteEntry.name}`;
  return {
    folder,
    manifest: `${folder}mf-manifest.json`,
    scripts: [entry, ...exposes.flatMap(({ assets }) => assets.js.sync)].map((file) => folder + file),
    styles: exposes.flatMap(({ assets }) => assets.css.sync).map((file) => folder + file),
  };
}

/** Whether a file is there, for the readiness probe. */
export async function isReadable(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() ?? false;
}

/** @throws Error when the file can't be read or parsed. */
export async function checkTableFile(file: string): Promise<void> {
  tableFile.parse(JSON.parse(await readFile(file, 'utf8')));
}

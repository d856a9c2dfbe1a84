import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteName } from '@docfolio/site-copy/pages';
import { z } from 'zod';
import { FileCache } from './file-cache.js';

/** Remotes whose builds (`apps/<name>/dist`) this process serves. */
export const ownRemotes: readonly RemoteName[] = ['site', 'blog', 'crm'];

/** URL or path of the folder with `mf-manifest.json`, ending in `/`, keyed by the remote's name. */
export type RemoteTable = Readonly<Record<string, string>>;

const ownTable: RemoteTable = Object.fromEntries(ownRemotes.map((name) => [name, `/remotes/${name}/`]));

const folderUrl = z
  .string()
  .refine((text) => text.startsWith('/') || URL.canParse(text), 'neither a path nor a URL')
  .refine((text) => text.startsWith('/') || /^https?:$/.test(new URL(text).protocol), 'not http or https')
  .transform((text) => (text.endsWith('/') ? text : `${text}/`));

const tableFile = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), folderUrl);

const assets = z.object({ js: z.object({ sync: z.array(z.string()) }), css: z.object({ sync: z.array(z.string()) }) });

/** The fields of a remote's `mf-manifest.json` that are read here. */
const manifest = z.object({
  metaData: z.object({ remoteEntry: z.object({ name: z.string(), path: z.string() }) }),
  exposes: z.array(z.object({ assets })),
});

/** URLs of the files that a remote's pages load first. */
export interface RemoteFiles {
  folder: string;
  manifest: string;
  scripts: string[];
  styles: string[];
}

/** ms until the next page fetches the manifest of another origin again. */
const foreignManifestAge = 30_000;
/** ms after which fetching a manifest of another origin fails. Pages do not wait for it. */
const foreignTimeout = 3000;

interface RemotesOptions {
  /** `apps/`, with `<name>/dist` for each own remote. */
  appsDirectory: string;
  /** JSON file with a RemoteTable (REMOTES_FILE), which overrides and extends the own remotes. */
  tableFile?: string;
  log: (error: unknown, message: string) => void;
}

/** Finds the remotes and the files of their pages. Reads REMOTES_FILE and own manifests again after a change. */
export class Remotes {
  readonly #files = new FileCache();
  readonly #foreign = new Map<string, { files: RemoteFiles | undefined; until: number }>();
  #lastTable: RemoteTable | undefined;

  constructor(private readonly options: RemotesOptions) {}

  /** Returns the table, the same object while unchanged. If the file becomes invalid, the last valid one is used. */
  async table(): Promise<RemoteTable> {
    if (!this.options.tableFile) return ownTable;
    try {
      this.#lastTable = await this.#files.read(this.options.tableFile, (text) => {
        return { ...ownTable, ...tableFile.parse(JSON.parse(text)) };
      });
    } catch (error) {
      if (!this.#lastTable) throw error;
      this.options.log(error, 'REMOTES_FILE is invalid, last valid one used');
    }
    return this.#lastTable;
  }

  /** Returns the origins of the remotes that this process does not serve, sorted, for the Content-Security-Policy. */
  async foreignOrigins(): Promise<string[]> {
    const folders = Object.values(await this.table()).filter((folder) => !folder.startsWith('/'));
    return [...new Set(folders.map((folder) => new URL(folder).origin))].sort();
  }

  /** Returns the files to preload; undefined if the remote is absent, or its manifest invalid or not fetched yet. */
  async files(name: string): Promise<RemoteFiles | undefined> {
    const folder = (await this.table())[name];
    if (!folder) return undefined;
    return folder.startsWith('/') ? this.#ownFiles(name, folder) : this.#foreignFiles(folder);
  }

  directory(name: string): string {
    return path.join(this.options.appsDirectory, name, 'dist');
  }

  async #ownFiles(name: string, folder: string): Promise<RemoteFiles | undefined> {
    try {
      return await this.#files.read(path.join(this.directory(name), 'mf-manifest.json'), (text) =>
        filesOf(folder, JSON.parse(text)),
      );
    } catch (error) {
      this.options.log(error, `manifest of remote ${name} is invalid`);
      return undefined;
    }
  }

  #foreignFiles(folder: string): RemoteFiles | undefined {
    const known = this.#foreign.get(folder);
    if (known && known.until > Date.now()) return known.files;
    // This page gets the stale manifest; later ones get the new one.
    this.#foreign.set(folder, { files: known?.files, until: Date.now() + foreignManifestAge });
    fetch(new URL('mf-manifest.json', folder), { signal: AbortSignal.timeout(foreignTimeout) })
      .then(async (response) => filesOf(folder, await response.json()))
      .then((files) => this.#foreign.set(folder, { files, until: Date.now() + foreignManifestAge }))
      .catch((error) => this.options.log(error, `manifest at ${folder} is invalid`));
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

export async function isReadable(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() ?? false;
}

/** Checks a REMOTES_FILE. @throws Error if it is unreadable or invalid */
export async function checkTableFile(file: string): Promise<void> {
  tableFile.parse(JSON.parse(await readFile(file, 'utf8')));
}

import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pagesFile, type RemotePage } from '@docfolio/contracts/entities/remote';
import type { RemoteBuild, RemoteLocation, RemoteTable } from '@docfolio/federation/remote-table';
import { readPages } from '@docfolio/remote-build/build-folder';
import { sha384 } from '@docfolio/remote-build/build-id';
import { entryOf, firstFiles, type Manifest, manifestFile, parseManifest } from '@docfolio/remote-build/manifest';
import { pageBuildsText } from '@docfolio/remote-build/page-token';
import { type Page, pageAt, type RemoteName } from '@docfolio/site-copy/pages';
import { z } from 'zod';
import { ParsedFiles } from '../parsed-files.js';
import type { DeployedRemotes } from './deployed-remotes.js';
import type { DownloadedBuild } from './downloaded-builds.js';
import type { PageOverrides } from './overrides.js';

/** Remotes whose builds (`apps/<name>/dist`) are delivered with this process. */
export const ownRemotes: readonly RemoteName[] = ['site', 'blog', 'crm', 'ops'];

const folderUrl = z
  .string()
  .refine((text) => text.startsWith('/') || URL.canParse(text), 'neither a path nor a URL')
  .refine((text) => text.startsWith('/') || /^https?:$/.test(new URL(text).protocol), 'not http or https')
  .transform((text) => (text.endsWith('/') ? text : `${text}/`));

const tableFile = z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), folderUrl);

/** A file that a page loads. `integrity` is undefined for files of another origin. */
export interface PageFile {
  url: string;
  integrity: string | undefined;
}

/** Where a remote is loaded from, and the files that its pages load first. */
export interface RemoteFiles {
  /** URL of the folder, ending in `/`. */
  folder: string;
  location: RemoteLocation;
  scripts: PageFile[];
  styles: PageFile[];
  /** Folder on disk with `server/server.js`; undefined if the browser renders the remote's pages. */
  directory: string | undefined;
  /** Id of the deployed build; undefined for a delivered build and another origin. */
  build: string | undefined;
}

/** The remotes of one page: the same object until a build changes. */
export interface PageRemotes {
  table: RemoteTable;
  /** By name. A remote is missing if its manifest is invalid or was not fetched yet. */
  files: ReadonlyMap<string, RemoteFiles>;
  /** The pages that the builds list in addition to those of the platform. */
  pages: readonly Page[];
  /** The builds of remotes of which pages report, as `pageBuildsText` returns them; empty if there are none. */
  reported: string;
  /** Names of the remotes whose deployed build cannot be served, and that have no other. */
  unavailable: ReadonlySet<string>;
}

/** What decides which builds a page gets. */
export interface PageVisitor {
  /** 0 to 99: the visitor gets a canary whose percentage is greater. */
  bucket: number;
  /** Returns whether a build fails on the server, so that its fallback is used. */
  isBroken?(name: string, build: string): boolean;
}

/** ms until the next page fetches the manifest of another origin again. */
const foreignManifestAge = 30_000;
/** ms after which fetching a manifest of another origin fails. Pages do not wait for it. */
const foreignTimeout = 3000;
/** Maximum number of combinations of builds that are remembered. */
const maxCombinations = 100;

interface RemotesOptions {
  /** `apps/`, with `<name>/dist` for each own remote. */
  appsDirectory: string;
  /** JSON file with folder URLs by name (REMOTES_FILE), which overrides deployed and delivered builds. */
  tableFile?: string;
  /** Remotes with a dev server, which are found by its manifest. Their pages are those of `<name>/src/pages.json`. */
  devServers?: Readonly<Record<string, unknown>>;
  /** Undefined: only delivered builds are served. */
  deployed?: Pick<DeployedRemotes, 'served'>;
  log: (error: unknown, message: string) => void;
}

/** Finds the remotes of a page. Reads REMOTES_FILE and the manifests of delivered builds again after a change. */
export class Remotes {
  private readonly files = new ParsedFiles();
  private readonly foreign = new Map<string, { remote: ForeignRemote; until: number }>();
  private readonly deployedFiles = new WeakMap<DownloadedBuild, RemoteFiles>();
  private readonly combinations = new Map<string, PageRemotes>();
  private readonly ids = new WeakMap<object, number>();
  private lastId = 0;
  private lastOverrides: Readonly<Record<string, string>> | undefined;

  constructor(private readonly options: RemotesOptions) {}

  /** Returns the remotes of a visitor's page. @throws Error if REMOTES_FILE has never been valid */
  async ofPage(visitor: PageVisitor): Promise<PageRemotes> {
    const overrides = await this.overrides();
    const served = this.options.deployed?.served;
    const names = new Set([...ownRemotes, ...(served?.keys() ?? []), ...Object.keys(overrides), ...this.devRemotes]);
    const found = await Promise.all(
      [...names].map(async (name): Promise<FoundRemote> => {
        if (this.options.devServers?.[name]) {
          const pages = await this.pagesIn(path.join(this.options.appsDirectory, name, 'src'), name);
          return { name, files: undefined, location: deliveredFolder(name), pages };
        }
        const override = overrides[name];
        if (override !== undefined && !override.startsWith('/'))
          return { name, location: override, ...this.foreignRemote(name, override) };
        const { choice, fallback } = this.choose(name, visitor);
        const files = override === undefined && choice ? this.filesOf(choice) : await this.delivered(name, override);
        const isReported = served?.has(name);
        if (!files?.build) {
          // The pages of a build that cannot be served stay: they are not gone, but unavailable.
          const waiting = files ? undefined : served?.get(name)?.waiting;
          const pages = files ? await this.pagesIn(this.directory(name), name) : (waiting?.pages ?? []);
          const location = files?.location ?? override ?? deliveredFolder(name);
          return { name, files, location, pages, isReported, isUnavailable: waiting !== undefined };
        }
        const next = fallback ? this.filesOf(fallback) : await this.delivered(name);
        const location = { ...(files.location as RemoteBuild), fallback: next?.location };
        return { name, files, location, pages: choice?.record.pages ?? [], isReported };
      }),
    );
    return this.combine(found);
  }

  /** Whether any visitor gets another build than the rest. */
  get hasCanary(): boolean {
    return [...(this.options.deployed?.served.values() ?? [])].some(({ canary }) => canary !== null);
  }

  /** Returns the origins of the remotes that this process does not serve, sorted, for the Content-Security-Policy. */
  async foreignOrigins(): Promise<string[]> {
    const folders = Object.values(await this.overrides()).filter((folder) => !folder.startsWith('/'));
    return [...new Set(folders.map((folder) => new URL(folder).origin))].sort();
  }

  /** Returns the folder of the delivered build of an own remote. */
  directory(name: string): string {
    return path.join(this.options.appsDirectory, name, 'dist');
  }

  /** Returns the folders of all builds that a page may be made with now. */
  directories(): string[] {
    const deployed = [...(this.options.deployed?.served.values() ?? [])].flatMap(({ current, previous, canary }) => [
      ...[current, previous, canary?.build].flatMap((build) => (build ? [build.folder] : [])),
    ]);
    return [...ownRemotes.map((name) => this.directory(name)), ...deployed];
  }

  /** Returns folder URLs by name. If the file becomes invalid, the last valid one is used. */
  private async overrides(): Promise<Readonly<Record<string, string>>> {
    if (!this.options.tableFile) return noOverrides;
    try {
      this.lastOverrides = await this.files.read(this.options.tableFile, (text) => tableFile.parse(JSON.parse(text)));
    } catch (error) {
      if (!this.lastOverrides) throw error;
      this.options.log(error, 'REMOTES_FILE is invalid, last valid one used');
    }
    return this.lastOverrides;
  }

  /** Returns the builds of the deployed remotes, those with a canary first, for the token of a page. */
  private reportedBuilds(found: readonly FoundRemote[]): string {
    const hasCanary = ({ name }: FoundRemote) => Number(Boolean(this.options.deployed?.served.get(name)?.canary));
    const reported = found.filter(({ isReported }) => isReported).sort((a, b) => hasCanary(b) - hasCanary(a));
    return pageBuildsText(new Map(reported.map(({ name, location }) => [name, [...new Set(buildsOf(location))]])));
  }

  private get devRemotes(): string[] {
    return Object.entries(this.options.devServers ?? {}).flatMap(([name, url]) =>
      url && name !== 'shell' ? [name] : [],
    );
  }

  /** Returns the pages that a remote's `pages.json` in a folder lists. */
  private async pagesIn(folder: string, name: string): Promise<readonly RemotePage[]> {
    try {
      return await this.files.read(path.join(folder, pagesFile), (text) => readPages(name, text));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.options.log(error, `pages of remote ${name} are invalid`);
      return [];
    }
  }

  /** Chooses the build of a visitor, and the one that replaces it if it fails. */
  private choose(
    name: string,
    { bucket, isBroken }: PageVisitor,
  ): { choice: DownloadedBuild | null; fallback: DownloadedBuild | null } {
    const served = this.options.deployed?.served.get(name);
    if (!served) return { choice: null, fallback: null };
    const { current, previous, canary } = served;
    const isCanary = canary !== null && bucket < canary.percent;
    const order = [...(isCanary ? [canary.build] : []), current, previous];
    const usable = order.filter((build) => build === null || !isBroken?.(name, build.record.build));
    const [choice = null, fallback = null] = usable;
    return { choice, fallback };
  }

  private filesOf(downloaded: DownloadedBuild): RemoteFiles {
    let found = this.deployedFiles.get(downloaded);
    if (!found) {
      const { record, folder, files, manifest } = downloaded;
      const { remote, build } = record;
      const integrityOf = (file: string) => `sha384-${files.get(file)?.sha384}`;
      found = filesOf(`/remotes/${remote}/${build}/`, manifest, integrityOf, folder, build);
      this.deployedFiles.set(downloaded, found);
    }
    return found;
  }

  private async delivered(name: string, override?: string): Promise<RemoteFiles | undefined> {
    if (override === undefined && !(ownRemotes as readonly string[]).includes(name)) return undefined;
    const url = override ?? deliveredFolder(name);
    const directory = this.directory(name);
    try {
      return await this.files.read(path.join(directory, manifestFile), async (text) => {
        const hashes = new Map<string, string>();
        const parsed = parseManifest(JSON.parse(text));
        for (const file of firstFiles(parsed)) hashes.set(file, sha384(await readFile(path.join(directory, file))));
        return filesOf(url, parsed, (file) => `sha384-${hashes.get(file)}`, directory);
      });
    } catch (error) {
      this.options.log(error, `manifest of remote ${name} is invalid`);
      return undefined;
    }
  }

  private foreignRemote(name: string, folder: string): ForeignRemote {
    const known = this.foreign.get(folder);
    if (known && known.until > Date.now()) return known.remote;
    // This page gets the stale manifest and pages; later ones get the new ones.
    const remote = known?.remote ?? { files: undefined, pages: [] };
    this.foreign.set(folder, { remote, until: Date.now() + foreignManifestAge });
    const signal = AbortSignal.timeout(foreignTimeout);
    Promise.all([
      fetch(new URL(manifestFile, folder), { signal }).then(async (response) =>
        filesOf(folder, parseManifest(await response.json())),
      ),
      fetchPages(name, folder, signal).catch((error) => {
        this.options.log(error, `pages at ${folder} are invalid`);
        return remote.pages;
      }),
    ])
      .then(([files, pages]) =>
        this.foreign.set(folder, { remote: { files, pages }, until: Date.now() + foreignManifestAge }),
      )
      .catch((error) => this.options.log(error, `manifest at ${folder} is invalid`));
    return remote;
  }

  /** Returns one object for equal parts, by which rendered pages are cached. */
  private combine(found: readonly FoundRemote[]): PageRemotes {
    const key = found
      .map(
        ({ name, files, location, pages, isReported, isUnavailable }) =>
          `${name} ${files && this.idOf(files)} ${JSON.stringify([location, pages, isReported, isUnavailable])}`,
      )
      .join();
    let combination = this.combinations.get(key);
    if (!combination) {
      if (this.combinations.size >= maxCombinations) this.combinations.clear();
      combination = {
        table: Object.fromEntries(found.map(({ name, location }) => [name, location])),
        files: new Map(found.flatMap(({ name, files }) => (files ? [[name, files] as const] : []))),
        pages: found.flatMap(({ name, pages }) => reachablePages(name, pages)),
        reported: this.reportedBuilds(found),
        unavailable: new Set(found.flatMap(({ name, isUnavailable }) => (isUnavailable ? [name] : []))),
      };
      this.combinations.set(key, combination);
    }
    return combination;
  }

  private idOf(part: object): number {
    let id = this.ids.get(part);
    if (id === undefined) {
      this.lastId += 1;
      id = this.lastId;
      this.ids.set(part, id);
    }
    return id;
  }
}

/** What a page needs to know of a remote. */
interface FoundRemote {
  name: string;
  files: RemoteFiles | undefined;
  location: RemoteLocation;
  pages: readonly RemotePage[];
  /** Whether pages report how its builds do. */
  isReported?: boolean | undefined;
  isUnavailable?: boolean;
}

/** A remote on another origin. */
type ForeignRemote = Pick<FoundRemote, 'files' | 'pages'>;

async function fetchPages(name: string, folder: string, signal: AbortSignal): Promise<readonly RemotePage[]> {
  const response = await fetch(new URL(pagesFile, folder), { signal });
  const text = await response.text();
  return response.ok ? readPages(name, text) : [];
}

/** Returns the pages of a remote, except those in whose place visitors get a page of the platform. */
function reachablePages(remote: string, pages: readonly RemotePage[]): Page[] {
  return pages.filter(({ path }) => !pageAt(path)).map((page) => ({ ...page, remote }));
}

/** Returns a page's remotes with some loaded from elsewhere: their files are not preloaded and their pages not rendered. */
export function overridden(remotes: PageRemotes, overrides: PageOverrides): PageRemotes {
  const { table, files, pages, unavailable } = remotes;
  const { folders } = overrides;
  return {
    reported: '',
    table: { ...table, ...folders },
    files: new Map([...files].filter(([name]) => !Object.hasOwn(folders, name))),
    pages: [
      ...pages.filter(({ remote }) => !Object.hasOwn(overrides.pages, remote)),
      ...Object.entries(overrides.pages).flatMap(([name, others]) => reachablePages(name, others)),
    ],
    unavailable: new Set([...unavailable].filter((name) => !Object.hasOwn(folders, name))),
  };
}

/** Returns the builds that a location stands for: its own, and those that replace it if it fails. */
function buildsOf(location: RemoteLocation | undefined): (string | null)[] {
  if (location === undefined) return [];
  return typeof location === 'string' ? [null] : [location.build ?? null, ...buildsOf(location.fallback)];
}

const noOverrides = {};

const deliveredFolder = (name: string) => `/remotes/${name}/`;

/**
 * @param folder URL of the build's folder
 * @param integrityOf returns the `integrity` of a file; undefined for another origin, whose remote the browser finds by
 *   its manifest
 */
function filesOf(
  folder: string,
  manifest: Manifest,
  integrityOf?: (file: string) => string,
  directory?: string,
  build?: string,
): RemoteFiles {
  const entry = entryOf(manifest);
  const { globalName } = manifest.metaData;
  const pageFile = (file: string): PageFile => ({ url: folder + file, integrity: integrityOf?.(file) });
  const fallback = build === undefined ? { fallback: folder } : {};
  return {
    folder,
    directory,
    build,
    location: integrityOf
      ? { ...(build !== undefined && { build }), folder, entry, globalName, integrity: integrityOf(entry), ...fallback }
      : folder,
    scripts: [entry, ...manifest.exposes.flatMap(({ assets }) => assets.js.sync)].map(pageFile),
    styles: manifest.exposes.flatMap(({ assets }) => assets.css.sync).map(pageFile),
  };
}

export async function isReadable(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() ?? false;
}

/** Checks a REMOTES_FILE. @throws Error if it is unreadable or invalid */
export async function checkTableFile(file: string): Promise<void> {
  tableFile.parse(JSON.parse(await readFile(file, 'utf8')));
}

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuildRecord, pagesFile, type RemoteState, type SignedBuild } from '@docfolio/contracts/entities/remote';
import { cacheSequenceHead } from '@docfolio/edge/cache-sequence';
import { contractFile, describeBuild } from '@docfolio/remote-build/build-folder';
import { buildIdOf, sha384 } from '@docfolio/remote-build/build-id';
import { manifestFile } from '@docfolio/remote-build/manifest';
import { PageTokens } from '@docfolio/remote-build/page-token';
import { signBuild } from '@docfolio/remote-build/signed-build';
import { generateKeys, readPrivateKey, readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { GatewayBuildSource } from '../src/remotes/build-source.js';
import { DeployedRemotes } from '../src/remotes/deployed-remotes.js';
import { DownloadedBuilds } from '../src/remotes/downloaded-builds.js';
import { FixtureFeed, hostFile, remote } from './rendering-fixture.js';
import { type Answer, startUpstream, WebFixture, writeRemote } from './web-fixture.js';

export const contract = 'c'.repeat(64);
const keys = generateKeys();
export const { publicKey } = keys;
const foreignKeys = generateKeys();
/** Of a team that may publish the remote `reading` only. */
const readingKeys = generateKeys();

interface PublishOptions {
  /** Heading of the pages that the server build renders. */
  heading?: string;
  /** Source of the server build, instead of one with `heading`. */
  code?: string;
  contract?: string;
  /** Content of the build's `pages.json`. */
  pages?: object[];
  isForeignKey?: boolean;
  isKeyOfReading?: boolean;
  name?: string;
  /** Content of `mf-manifest.json` that the publishing command would refuse. */
  manifest?: string;
}

interface PublishedBuild {
  signed: SignedBuild;
  files: Map<string, Buffer>;
}

/** A web process with a gateway that has published builds of remotes, and announces changes of deployment. */
export class DeploymentFixture {
  readonly feed = new FixtureFeed();
  readonly pageTokens = new PageTokens();
  readonly published = new Map<string, PublishedBuild>();
  states: RemoteState[] = [];
  /** Paths of the requests that the gateway has received. */
  readonly asked: string[] = [];
  /** Number of requests for states that the gateway still answers from before the last announcement. */
  staleAnswers = 0;
  private staleStates: RemoteState[] = [];
  /** Whether files of builds cannot be read. Their records are in media's database. */
  isStoreAway = false;
  readonly log: string[] = [];
  private gateway!: Awaited<ReturnType<typeof startUpstream>>;
  web!: WebFixture;
  deployed!: DeployedRemotes;
  downloads!: DownloadedBuilds;
  private builds = 0;

  private constructor(
    readonly folder: string,
    private readonly maxBytes: number,
  ) {}

  static async start({ maxBytes = 64 * 1024 * 1024 } = {}): Promise<DeploymentFixture> {
    const fixture = new DeploymentFixture(await mkdtemp(path.join(tmpdir(), 'docfolio-deployment-')), maxBytes);
    fixture.gateway = await startUpstream((incoming, response) => {
      const { pathname, searchParams } = new URL(String(incoming.url), 'http://gateway');
      fixture.asked.push(`${pathname}${searchParams.has('path') ? `?${searchParams.get('path')}` : ''}`);
      const { status, body, sequence = fixture.feed.sequence } = fixture.respond(pathname, searchParams.get('path'));
      response.writeHead(status, cacheSequenceHead(sequence)).end(body);
    });
    await fixture.startWeb();
    return fixture;
  }

  private async startWeb(): Promise<void> {
    const log = (error: unknown, message: string) => void this.log.push(`${message}: ${(error as Error).message}`);
    const source = new GatewayBuildSource(this.gateway.url);
    const directory = path.join(this.folder, 'cache');
    this.downloads = new DownloadedBuilds({
      directory,
      maxBytes: this.maxBytes,
      keys: readPublicKeys(`${keys.publicKey},reading=${readingKeys.publicKey}`),
      source,
      log,
    });
    this.deployed = new DeployedRemotes({
      source,
      builds: this.downloads,
      directory,
      contract,
      log,
      pollInterval: 60_000,
    });
    this.feed.addListener(this.deployed);
    await this.deployed.start();
    this.web = await WebFixture.start(
      { GATEWAY_URL: this.gateway.url, PAGE_LIMIT: '100000' },
      { hostFile, invalidations: this.feed, deployed: this.deployed, pageTokens: this.pageTokens },
    );
    for (const [name, heading] of [
      ['site', 'The delivered site'],
      ['blog', 'The delivered blog'],
    ] as const) {
      const server = path.join(this.web.folder, name, 'dist/server');
      await mkdir(server, { recursive: true });
      await writeFile(path.join(server, 'server.js'), remote(heading));
    }
  }

  get gatewayUrl(): string {
    return this.gateway.url;
  }

  /** Restarts the web process; the folder of its cache stays. */
  async restart(): Promise<void> {
    this.deployed.stop();
    await this.web.stop();
    await this.startWeb();
  }

  /** Publishes a build of the blog, and returns its id. */
  async publish({
    heading = 'A deployed blog',
    code,
    name = 'blog',
    ...options
  }: PublishOptions = {}): Promise<string> {
    this.builds += 1;
    const folder = path.join(this.folder, `build-${this.builds}`);
    await writeRemote(folder, name, String(this.builds).padStart(10, '0'));
    await mkdir(path.join(folder, 'server'));
    await writeFile(path.join(folder, 'server/server.js'), code ?? remote(heading));
    await writeFile(path.join(folder, contractFile), JSON.stringify({ hash: options.contract ?? contract }));
    if (options.pages) await writeFile(path.join(folder, pagesFile), JSON.stringify(options.pages));
    const described = await describeBuild(folder, {
      ...{ remote: name, commit: 'e'.repeat(40), subject: heading, created_by: 'Jonas Adler' },
      created_at: new Date().toISOString(),
    });
    if (options.manifest !== undefined) await writeFile(path.join(folder, manifestFile), options.manifest);
    const record = options.manifest === undefined ? described : withManifest(described, options.manifest);
    const { privateKey } = options.isForeignKey ? foreignKeys : options.isKeyOfReading ? readingKeys : keys;
    const signed = signBuild(record, readPrivateKey(privateKey));
    const files = new Map<string, Buffer>();
    for (const file of record.files) files.set(file.path, await readFile(path.join(folder, file.path)));
    this.published.set(`${name} ${record.build}`, { signed, files });
    await rm(folder, { recursive: true });
    return record.build;
  }

  /** Changes the deployed builds of the blog, and announces it. */
  deploy(change: Partial<RemoteState>): void {
    this.staleStates = this.states;
    const none: RemoteState = { name: 'blog', current: null, previous: null, canary: null, retired: [] };
    const name = change.name ?? 'blog';
    const before = this.states.find((state) => state.name === name) ?? none;
    this.states = [...this.states.filter((state) => state.name !== name), { ...before, ...change }];
    this.feed.invalidate(['remotes']);
  }

  /** Deploys a build and waits until the web process serves it. */
  async deployAndWait(change: Partial<RemoteState>): Promise<void> {
    this.deploy(change);
    const { current, canary } = change;
    await this.until(() => {
      const served = this.deployed.served.get(change.name ?? 'blog');
      const isCurrent = current === undefined || (served?.current?.record.build ?? null) === current;
      return isCurrent && (canary === undefined || served?.canary?.build.record.build === canary?.build);
    });
  }

  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  get(target: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.web.get(target, headers);
  }

  async stop(): Promise<void> {
    this.deployed.stop();
    await this.web.stop();
    await this.gateway.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  private respond(pathname: string, file: string | null) {
    if (pathname === '/api/v1/remotes') {
      if (this.staleAnswers === 0) return { status: 200, body: JSON.stringify({ items: this.states }) };
      this.staleAnswers -= 1;
      return { status: 200, body: JSON.stringify({ items: this.staleStates }), sequence: this.feed.sequence - 1 };
    }
    const [, name, build, files] = /^\/api\/v1\/remotes\/([\w-]+)\/builds\/([\w-]+)(\/files)?$/.exec(pathname) ?? [];
    if (name === undefined) return { status: 200, body: '{"words":"words of the gateway"}' };
    const published = this.published.get(`${name} ${build}`);
    if (files && this.isStoreAway) return { status: 503, body: '' };
    const body = files ? published?.files.get(String(file)) : published && JSON.stringify(published.signed);
    return body === undefined ? { status: 404, body: '' } : { status: 200, body };
  }
}

function withManifest(record: BuildRecord, manifest: string): BuildRecord {
  const bytes = Buffer.from(manifest);
  const changed = { path: manifestFile, size: bytes.length, sha384: sha384(bytes) };
  const files = record.files.map((file) => (file.path === manifestFile ? changed : file));
  return { ...record, files, build: buildIdOf({ ...record, files }) };
}

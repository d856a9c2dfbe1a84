import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Operation, pathParameters } from '@docfolio/contracts/core/operation';
import { type Problem, ProblemError, parseOrThrow } from '@docfolio/contracts/core/problem';
import {
  type BuildRecord,
  buildUploadPath,
  type ManagedRemote,
  type RemoteChange,
  remotes,
  type SignedBuild,
  type UnservedBuild,
} from '@docfolio/contracts/entities/remote';
import { sha384 } from '../build-id.js';
import { BuildRefused, openSignedBuild } from '../signed-build.js';
import { type PublicKeys, readPublicKeys } from '../signing-keys.js';

interface StoredBuild {
  record: BuildRecord;
  signed: SignedBuild;
  publishedAt: string;
}

type Call = Record<string, string | number | boolean | null | undefined>;

/** An HTTP server that handles the operations of remotes as the contract says, with everything in memory. */
export class StandInPlatform {
  readonly token = `docfolio_${randomUUID()}`;
  /** Contract hashes of the running shells. */
  shells: string[] = ['a'.repeat(64)];
  unserved: UnservedBuild[] = [];
  /** Called before each request; returns a response to send instead, or undefined. */
  intercept: (request: { method: string; path: string }) => ProblemError | undefined = () => undefined;
  /** Uploaded files as `<name>/<build>/<path>`. */
  readonly files = new Map<string, Buffer>();
  readonly managed = new Map<string, ManagedRemote>();
  readonly changes: RemoteChange[] = [];
  /** Uploads in flight, and the most that ever were. */
  readonly uploads = { now: 0, most: 0 };
  /** Delays each upload. */
  holdUpload: () => Promise<void> = async () => undefined;
  private readonly builds = new Map<string, StoredBuild>();
  private readonly server: Server;
  private readonly keys: PublicKeys;

  constructor(publicKeys: string) {
    this.keys = readPublicKeys(publicKeys);
    this.server = createServer((request, response) => {
      this.respond(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  /** @param port a free one unless given */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Changes a remote as another admin would. */
  change(name: string, who: string, build: string | null, action: RemoteChange['action'] = 'promoted'): ManagedRemote {
    const before = this.managedRemote(name);
    const at = new Date().toISOString();
    const changed = { ...before, current: build, previous: before.current, canary: null };
    return this.store(changed, { at, who, action, from: before.current, to: build, percent: 100, reason: '' });
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const { pathname, searchParams } = new URL(request.url!, 'http://platform');
      const path = pathname.replace(/^\/api\/v1/, '');
      const refusal = this.intercept({ method: request.method!, path });
      if (refusal) throw refusal;
      if (request.headers.authorization !== `Bearer ${this.token}`) throw new ProblemError('token_invalid');
      sendJson(response, 200, await this.handle(request, path, searchParams));
    } catch (thrown) {
      // The rest of a refused upload, which the client would otherwise wait to send.
      request.resume();
      const error =
        thrown instanceof ProblemError ? thrown : new ProblemError('internal', { detail: (thrown as Error).message });
      if (error.retryAfter !== undefined) response.setHeader('retry-after', String(error.retryAfter));
      sendJson(response, error.status, error.toProblem(randomUUID()) satisfies Problem);
    }
  }

  private async handle(request: IncomingMessage, path: string, query: URLSearchParams): Promise<unknown> {
    const upload = matched(buildUploadPath, path);
    if (upload && request.method === 'POST') return this.receiveFile(request, upload, query.get('path')!);
    for (const [name, operation] of Object.entries(remotes) as [keyof typeof remotes, Operation][]) {
      const parameters = operation.method === request.method ? matched(operation.path, path) : undefined;
      if (!parameters) continue;
      const rest = request.method === 'GET' ? Object.fromEntries(query) : JSON.parse(String(await bodyOf(request)));
      const input = parseOrThrow(operation.input, { ...rest, ...parameters }) as Call;
      return operation.output.parse(this.execute(name, input));
    }
    throw new ProblemError('no_such_route');
  }

  private execute(name: keyof typeof remotes, input: Call): unknown {
    if (name === 'publish') return this.publish(String(input.name), input as unknown as SignedBuild);
    if (name === 'list') return { items: [...this.managed.values()], shells: this.shells, unserved: this.unserved };
    if (name === 'builds') return { items: this.summaries(String(input.name)) };
    if (name === 'check') return this.check(this.buildOf(input));
    if (name === 'promote') return this.promote(input);
    if (name === 'rollBack') return this.rollBack(input);
    if (name === 'pin') return this.pin(input);
    if (name === 'changes') return this.history(input);
    throw new ProblemError('no_such_route');
  }

  private publish(name: string, signed: SignedBuild) {
    const record = this.opened(signed);
    const key = `${name}/${record.build}`;
    if (!this.builds.has(key)) this.builds.set(key, { record, signed, publishedAt: new Date().toISOString() });
    return { build: record.build, missing: this.missing(record) };
  }

  private opened(signed: SignedBuild): BuildRecord {
    try {
      return openSignedBuild(signed, this.keys);
    } catch (error) {
      if (error instanceof BuildRefused) throw new ProblemError('build_refused', { detail: error.message });
      throw error;
    }
  }

  private async receiveFile(request: IncomingMessage, { name, build }: Record<string, string>, path: string) {
    this.uploads.now += 1;
    this.uploads.most = Math.max(this.uploads.most, this.uploads.now);
    const bytes = await bodyOf(request);
    await this.holdUpload();
    this.uploads.now -= 1;
    const { record } = this.buildOf({ name, build });
    const file = record.files.find((candidate) => candidate.path === path);
    if (!file) throw new ProblemError('not_found');
    if (file.size !== bytes.length || file.sha384 !== sha384(bytes))
      throw new ProblemError('build_refused', { detail: `${path} is not the file of the build record.` });
    this.files.set(`${name}/${build}/${path}`, bytes);
    return {};
  }

  private missing({ remote, build, files }: BuildRecord): string[] {
    return files.map(({ path }) => path).filter((path) => !this.files.has(`${remote}/${build}/${path}`));
  }

  private buildOf({ name, build }: Call): StoredBuild {
    const found = this.builds.get(`${name}/${build}`);
    if (!found) throw new ProblemError('not_found', { detail: 'There is no such build.' });
    return found;
  }

  private summaries(name: string) {
    const ofRemote = [...this.builds.values()].filter(({ record }) => record.remote === name);
    return ofRemote.reverse().map(({ record, signed, publishedAt }) => ({
      ...record,
      published_at: publishedAt,
      size: record.files.reduce((sum, { size }) => sum + size, 0),
      complete: this.missing(record).length === 0,
      key_id: signed.key_id,
    }));
  }

  private check({ record }: StoredBuild) {
    const missing = this.missing(record);
    const files = { passed: missing.length === 0, detail: missing[0] ? `${missing[0]} is missing` : null };
    const passed = this.shells.every((shell) => shell === record.contract);
    const contract = { passed, detail: passed ? null : 'It was built for another shell', build: record.contract };
    const { build } = record;
    return { build, signature: { passed: true, detail: null }, files, contract: { ...contract, shells: this.shells } };
  }

  private managedRemote(name: string): ManagedRemote {
    const none = { version: 0, current: null, previous: null, canary: null, retired: [], pinned: false };
    return this.managed.get(name) ?? { name, ...none, updated_at: null };
  }

  private locked({ name, version }: Call): ManagedRemote {
    const current = this.managedRemote(String(name));
    if (current.version !== version) throw new ProblemError('stale', { current });
    return current;
  }

  private promote(input: Call): ManagedRemote {
    const before = this.locked(input);
    if (before.pinned) throw new ProblemError('conflict', { detail: 'The remote is pinned: unpin it first.' });
    const { signature, files, contract } = this.check(this.buildOf(input));
    const failed = [signature, files, contract].find(({ passed }) => !passed);
    if (failed) throw new ProblemError('build_refused', { detail: failed.detail! });
    const build = String(input.build);
    const percent = Number(input.percent);
    const at = new Date().toISOString();
    const auto = (input.auto ?? null) as unknown as { minutes: number } | null;
    const isCanary = percent < 100;
    const changed = isCanary
      ? { ...before, canary: { build, percent, since: at, auto } }
      : { ...before, current: build, previous: before.current, canary: null };
    const action = isCanary ? 'canary' : 'promoted';
    const [from, to, reason] = [before.current, build, String(input.reason)];
    return this.store(changed, { at, who: '<ci>', action, from, to, percent, reason });
  }

  private rollBack(input: Call): ManagedRemote {
    const before = this.locked(input);
    const to = input.build === undefined ? before.previous : (input.build as string | null);
    const changed = before.canary
      ? { ...before, canary: null }
      : { ...before, current: to, previous: before.current, canary: null };
    const at = new Date().toISOString();
    const entry = { at, who: '<ci>', action: 'rolled_back' as const, from: before.current, to: changed.current };
    return this.store(changed, { ...entry, percent: 100, reason: String(input.reason) });
  }

  private pin(input: Call): ManagedRemote {
    const before = this.locked(input);
    const pinned = input.pinned === true;
    const [at, action] = [new Date().toISOString(), pinned ? ('pinned' as const) : ('unpinned' as const)];
    const { current } = before;
    const entry = { at, who: '<ci>', action, from: current, to: current, percent: 100, reason: '' };
    return this.store({ ...before, pinned }, entry);
  }

  private store(changed: ManagedRemote, entry: Omit<RemoteChange, 'id' | 'remote'>): ManagedRemote {
    const stored = { ...changed, version: changed.version + 1, updated_at: entry.at };
    this.managed.set(changed.name, stored);
    this.changes.unshift({ id: randomUUID(), remote: changed.name, ...entry });
    return stored;
  }

  private history({ remote, limit }: Call) {
    const items = this.changes.filter((change) => remote === undefined || change.remote === remote);
    return { items: items.slice(0, Number(limit)), total: items.length, total_exact: true, next: null };
  }
}

/** Returns the values of a path's parameters; undefined if the path is another one. */
function matched(pattern: string, path: string): Record<string, string> | undefined {
  const expression = pattern.replaceAll(/:[a-z_]+/g, '([^/]+)');
  const match = new RegExp(`^${expression}$`).exec(path);
  if (!match) return undefined;
  const values = match.slice(1).map(decodeURIComponent);
  return Object.fromEntries(pathParameters(pattern).map((name, index) => [name, values[index]!]));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' });
  response.end(JSON.stringify(body));
}

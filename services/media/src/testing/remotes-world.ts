import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { cacheChannel } from '@docfolio/contracts/core/cache';
import { type LiveChange, liveStream } from '@docfolio/contracts/core/live';
import type { CallInput, OutputOf } from '@docfolio/contracts/core/operation';
import {
  type BuildRecord,
  type ManagedRemote,
  type RemotePage,
  remotes,
  type SignedBuild,
  shellContracts,
} from '@docfolio/contracts/entities/remote';
import { type BuildReport, pageKeyLifetime, pageKeys, remoteReports } from '@docfolio/contracts/entities/remote-report';
import { reportsKey } from '@docfolio/process/system/process-report';
import { buildIdOf, sha384, sorted } from '@docfolio/remote-build/build-id';
import { PageTokens, pageBuildsText } from '@docfolio/remote-build/page-token';
import { signBuild } from '@docfolio/remote-build/signed-build';
import { readPrivateKey } from '@docfolio/remote-build/signing-keys';
import { buildObject } from '../remotes/build-objects.js';
import { type MediaWorld, startMediaWorld } from './media-world.js';

export const shellContract = 'a'.repeat(64);
export const admin = 'owner@example.com';

export interface TestBuild {
  record: BuildRecord;
  signed: SignedBuild;
  contents: Readonly<Record<string, Buffer>>;
}

export interface BuildOptions {
  remote?: string;
  /** Default: three files, of which one has random bytes. */
  contents?: Readonly<Record<string, Buffer>>;
  contract?: string;
  subject?: string;
  pages?: RemotePage[];
  /** Default: the key that the service knows. */
  privateKey?: string;
}

export type PromotionOptions = Partial<
  Pick<CallInput<typeof remotes.promote>, 'percent' | 'auto' | 'version' | 'reason'>
>;

/** The media service with a public key, as those who deploy remotes use it. */
export interface RemotesWorld extends MediaWorld {
  privateKey: string;
  publicKey: string;
  /** Cache tags that were invalidated, in order. */
  invalidatedTags: string[];
  liveChanges(): Promise<LiveChange[]>;
  publish(build: TestBuild): Promise<OutputOf<typeof remotes.publish>>;
  uploadFile(build: TestBuild, path: string, bytes?: Buffer): Promise<unknown>;
  /** Publishes a build of the blog and uploads its files. */
  deliver(options?: BuildOptions): Promise<TestBuild>;
  build(options?: BuildOptions): TestBuild;
  /** Announces a running shell. @param lifetime ms */
  announceShell(contract?: string, lifetime?: number): Promise<void>;
  /** Returns the record of the blog. */
  blog(): Promise<ManagedRemote>;
  /** Promotes a build of the blog. Default: to all visitors, at its current version. */
  promote(build: string, more?: PromotionOptions): Promise<ManagedRemote>;
  /** Rolls the blog back. @param build undefined: to the previous build */
  rollBack(build?: string | null): Promise<ManagedRemote>;
  /** Signs the tokens of pages, as a web process that the service knows. */
  pageTokens: PageTokens;
  /** Returns the token of a page of the blog that was served with these builds. */
  tokenOf(builds: readonly (string | null)[], servedAt?: number): string;
  /** Sends one call of a page. @param client hash of the visitor's network */
  reportAs(reports: BuildReport[], token: string | undefined, client?: string): Promise<void>;
  /** Reports as pages do, each report by another page, which was served with its build to another visitor. */
  report(reports: readonly BuildReport[]): Promise<void>;
  /** Reports results of a build of the blog, each so many times, by another page and visitor each. */
  reportResults(build: string | null, results: Partial<Record<BuildReport['result'], number>>): Promise<void>;
  /** Removes all builds and pointers, with their objects, all announced shells and all counts of reports. */
  clear(): Promise<void>;
}

export async function startRemotesWorld(): Promise<RemotesWorld> {
  const world = await startMediaWorld();
  const { privateKey, publicKey } = world.keys;
  const invalidatedTags: string[] = [];
  const feed = world.redis.duplicate({ enableOfflineQueue: true });
  await feed.subscribe(cacheChannel);
  feed.on('message', (_, message: string) => invalidatedTags.push(...(JSON.parse(message) as { tags: string[] }).tags));
  const build: RemotesWorld['build'] = (options = {}) => testBuild({ privateKey, ...options });
  const publish: RemotesWorld['publish'] = ({ record, signed }) =>
    world.call(remotes.publish, { name: record.remote, ...signed }, admin);
  const uploadFile: RemotesWorld['uploadFile'] = ({ record, contents }, path, bytes = contents[path]!) =>
    world.send(buildObject(record, path), Readable.from([bytes]));
  const blog = async () => {
    const { items } = await world.call(remotes.list, {});
    return items.find(({ name }) => name === 'blog')!;
  };
  const pageTokens = new PageTokens();
  const announced = JSON.stringify({ key: pageTokens.publicKey, until: Date.now() + pageKeyLifetime });
  await world.redis.hset(pageKeys, pageTokens.keyId, announced);
  const tokenFor = (remote: string, builds: readonly (string | null)[], servedAt?: number) =>
    pageTokens.sign(pageBuildsText(new Map([[remote, builds]])), servedAt);
  const reportAs: RemotesWorld['reportAs'] = async (reports, token, client) => {
    await world.call(remoteReports.report, { reports, token }, undefined, client);
  };
  let visitors = 0;
  const report: RemotesWorld['report'] = async (reports) => {
    for (let start = 0; start < reports.length; start += 50)
      await Promise.all(
        reports.slice(start, start + 50).map((each) => {
          visitors += 1;
          return reportAs([each], tokenFor(each.remote, [each.build]), `visitor ${visitors}`);
        }),
      );
  };
  const own: Omit<RemotesWorld, Exclude<keyof MediaWorld, 'stop'>> = {
    ...{ privateKey, publicKey, invalidatedTags, build, publish, uploadFile, blog, report, reportAs, pageTokens },
    tokenOf: (builds, servedAt) => tokenFor('blog', builds, servedAt),
    liveChanges: async () =>
      (await world.redis.xrange(liveStream, '-', '+')).map(([, [, change]]) => JSON.parse(change!) as LiveChange),
    deliver: async (options) => {
      const made = build(options);
      const { missing } = await publish(made);
      for (const path of missing) await uploadFile(made, path);
      return made;
    },
    announceShell: async (contract = shellContract, lifetime = 60_000) => {
      await world.redis.zadd(shellContracts, Date.now() + lifetime, contract);
    },
    promote: async (id, more = {}) => {
      const { version } = await blog();
      return world.call(remotes.promote, { name: 'blog', build: id, version, ...more }, admin);
    },
    rollBack: async (id) => {
      const { version } = await blog();
      return world.call(remotes.rollBack, { name: 'blog', version, ...(id !== undefined && { build: id }) }, admin);
    },
    reportResults: (id, results) =>
      report(
        Object.entries(results).flatMap(([result, count]) =>
          Array.from({ length: count }, () => ({
            ...{ remote: 'blog', build: id, result: result as BuildReport['result'] },
          })),
        ),
      ),
    clear: async () => {
      for (const name of ['remotes', 'remote_builds', 'remote_changes']) await world.collection(name).deleteMany({});
      for await (const { name } of world.store.list('remotes/')) await world.store.remove(name);
      await world.redis.del(
        shellContracts,
        liveStream,
        reportsKey('web'),
        ...(await world.redis.keys('docfolio:remote-reports:*')),
      );
      invalidatedTags.length = 0;
    },
    stop: async () => {
      await feed.quit();
      await world.stop();
    },
  };
  await own.clear();
  // Not a copy: the world of a batch has its members in its prototype.
  return Object.assign(Object.create(world) as MediaWorld, own);
}

/** Returns a manifest of 300 bytes, some of them random. Its entry is a file that the builds here have. */
const someManifest = () =>
  Buffer.from(
    JSON.stringify({
      metaData: {
        globalName: `docfolio_${randomBytes(16).toString('hex')}`,
        remoteEntry: { name: 'server.js', path: 'server/' },
      },
      exposes: [],
    }).padEnd(300),
  );

const someFiles = () => ({
  'contract.json': Buffer.from(`{"hash":"${shellContract}"}`),
  'mf-manifest.json': someManifest(),
  'server/server.js': Buffer.from('exports.Routes = () => null;'),
});

export function testBuild({
  remote = 'blog',
  contents = someFiles(),
  contract = shellContract,
  subject = 'Reading list under each post',
  pages = [],
  privateKey,
}: BuildOptions & { privateKey: string }): TestBuild {
  const files = Object.entries(contents).map(([path, bytes]) => ({ path, size: bytes.length, sha384: sha384(bytes) }));
  const described = {
    ...{ format: 1 as const, remote, contract, subject, files: sorted(files), commit: 'e07b6d1'.padEnd(40, '0') },
    ...{ created_at: '2026-01-02T03:04:05.000Z', created_by: 'Jonas Adler', pages },
  };
  const record = { ...described, build: buildIdOf(described) };
  return { record, signed: signBuild(record, readPrivateKey(privateKey)), contents };
}

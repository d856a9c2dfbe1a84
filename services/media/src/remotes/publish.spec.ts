import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type BuildFile, buildSizeLimit, remotes } from '@docfolio/contracts/entities/remote';
import { buildIdOf, sha384 } from '@docfolio/remote-build/build-id';
import { openSignedBuild, signBuild } from '@docfolio/remote-build/signed-build';
import { generateKeys, readPrivateKey, readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { rejectionOf, waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type RemotesWorld, startRemotesWorld, type TestBuild } from '../testing/remotes-world.js';
import { buildObject } from './build-objects.js';

let world: RemotesWorld;
beforeAll(async () => {
  world = await startRemotesWorld();
});
afterEach(() => world.clear());
afterAll(() => world.stop());

const builds = async (name = 'blog') => (await world.call(remotes.builds, { name })).items;
const objects = async () => {
  const names: string[] = [];
  for await (const { name } of world.store.list('remotes/')) names.push(name);
  return names;
};
const paths = ({ record }: TestBuild) => record.files.map(({ path }) => path);

describe('publishing a build', () => {
  it('returns all its files, and completes it with the last upload', async () => {
    const build = world.build();
    expect(await world.publish(build)).toEqual({ build: build.record.build, missing: paths(build) });
    const [first, ...others] = paths(build);
    for (const path of others) expect(await world.uploadFile(build, path)).toEqual({ complete: false });
    expect(await builds()).toMatchObject([{ complete: false }]);
    expect(await world.uploadFile(build, first!)).toEqual({ complete: true });
    const { remote, build: id, commit, subject, contract, created_at, created_by } = build.record;
    expect(await builds()).toEqual([
      {
        ...{ remote, build: id, commit, subject, contract, created_at, created_by, complete: true },
        ...{ key_id: build.signed.key_id, published_at: expect.any(String) },
        size: build.record.files.reduce((sum, { size }) => sum + size, 0),
      },
    ]);
    expect(await objects()).toEqual(paths(build).map((path) => buildObject(build.record, path)));
  });

  it('invalidates the remotes in caches and notifies open CRMs, at its beginning and its end', async () => {
    await world.deliver();
    await waitFor('both invalidations', async () => world.invalidatedTags.length === 2);
    expect(world.invalidatedTags).toEqual(['remotes', 'remotes']);
    await waitFor('both notifications', async () => (await world.liveChanges()).length === 2);
    expect(await world.liveChanges()).toEqual(Array(2).fill({ topic: 'remotes', id: 'blog', act: 'changed' }));
  });

  it('makes its signed record readable', async () => {
    const { record, signed } = await world.deliver();
    const read = await world.call(remotes.signedBuild, { name: 'blog', build: record.build });
    expect(read).toEqual(signed);
    expect(openSignedBuild(read, readPublicKeys(world.publicKey))).toEqual(record);
    const unknown = world.call(remotes.signedBuild, { name: 'blog', build: 'e07b6d1-00000000' });
    expect(await rejectionOf(unknown)).toMatchObject({ code: 'not_found' });
  });

  it('twice is a no-op', async () => {
    const build = await world.deliver();
    const before = await builds();
    expect(await world.publish(build)).toEqual({ build: build.record.build, missing: [] });
    const rebuilt = world.build({ contents: build.contents, subject: 'Another subject' });
    expect(await world.publish(rebuilt)).toEqual({ build: build.record.build, missing: [] });
    expect(await builds()).toEqual(before);
  });

  it('again after an interrupted upload returns the remaining files', async () => {
    const build = world.build();
    await world.publish(build);
    const [first, ...others] = paths(build);
    await world.uploadFile(build, first!);
    expect((await world.publish(build)).missing).toEqual(others);
  });

  it('again returns files that the store has lost or damaged, and is complete after their upload', async () => {
    const build = await world.deliver();
    const [lost, damaged] = paths(build);
    await world.store.remove(buildObject(build.record, lost!));
    const bytes = Buffer.from(build.contents[damaged!]!);
    bytes[0]! ^= 1;
    await world.store.put(buildObject(build.record, damaged!), bytes, { contentType: 'text/plain' });
    expect((await world.publish(build)).missing).toEqual([lost, damaged]);
    expect(await builds()).toMatchObject([{ complete: false }]);
    await world.uploadFile(build, lost!);
    expect(await world.uploadFile(build, damaged!)).toEqual({ complete: true });
    expect((await world.publish(build)).missing).toEqual([]);
  });

  it('by several concurrent callers stores one build, which is complete', async () => {
    const build = world.build();
    const published = await Promise.all(Array.from({ length: 5 }, () => world.publish(build)));
    await Promise.all(published.flatMap(({ missing }) => missing.map((path) => world.uploadFile(build, path))));
    expect(await builds()).toMatchObject([{ complete: true }]);
  });

  it('is refused if another build has the same id', async () => {
    const [one, other] = buildsWithSameId();
    await world.publish(one);
    expect(await rejectionOf(world.publish(other))).toMatchObject({
      ...{ code: 'conflict', detail: `Another build with the id ${one.record.build} is published already.` },
    });
    const { build } = one.record;
    expect(await world.call(remotes.signedBuild, { name: 'blog', build })).toEqual(one.signed);
  });

  it('of the CRM, which runs in the admin’s session, is refused with a key for all other remotes', async () => {
    const build = world.build({ remote: 'crm' });
    expect(await rejectionOf(world.publish(build))).toMatchObject({
      code: 'build_refused',
      detail: `The key ${build.signed.key_id} may not sign builds of crm. If it should, add crm=${world.publicKey} to REMOTES_PUBLIC_KEYS of media and web`,
    });
    expect(await builds('crm')).toEqual([]);
  });

  it('is refused with a wrong signature, an unknown key, or the name of another remote', async () => {
    const { record, signed } = world.build();
    const changed = { ...signed, record: signed.record.replace('Reading', 'Rending') };
    const refusal = (input: object) => rejectionOf(world.call(remotes.publish, { name: 'blog', ...signed, ...input }));
    expect(await refusal(changed)).toMatchObject({
      ...{ code: 'build_refused', detail: expect.stringContaining('The signature does not match') },
    });
    const unknown = signBuild(record, readPrivateKey(generateKeys().privateKey));
    expect(await refusal(unknown)).toMatchObject({
      ...{ code: 'build_refused', detail: `No known key has the id ${unknown.key_id}` },
    });
    expect(await refusal({ name: 'site' })).toMatchObject({
      ...{ code: 'build_refused', detail: `The build record is of blog ${record.build}` },
    });
    expect(await builds()).toEqual([]);
  });

  it('is refused if the platform needs the name of the remote', async () => {
    expect(await rejectionOf(world.publish(world.build({ remote: 'admin' })))).toMatchObject({
      ...{ code: 'build_refused', detail: 'The platform needs the name admin for itself' },
    });
    expect(await builds('admin')).toEqual([]);
  });

  it('is refused with pages that are not below the name of the remote', async () => {
    const pages = [{ path: '/books', title: 'Books' }];
    expect(await rejectionOf(world.publish(world.build({ remote: 'reading', pages })))).toMatchObject({
      ...{ code: 'build_refused', detail: expect.stringContaining('build record') },
    });
    const own = world.build({ remote: 'reading', pages: [{ path: '/reading/books', title: 'Books' }] });
    expect((await world.publish(own)).build).toBe(own.record.build);
  });

  it('is refused if its files are too large together', async () => {
    const size = buildSizeLimit / 8;
    const files = Array.from(
      { length: 9 },
      (_, index): BuildFile => ({
        ...{ path: `${index}.js`, size, sha384: sha384(randomBytes(8)) },
      }),
    );
    const { record } = world.build();
    const described = { ...record, files };
    const large = { ...described, build: buildIdOf(described) };
    const signed = signBuild(large, readPrivateKey(world.privateKey));
    expect(await rejectionOf(world.call(remotes.publish, { name: 'blog', ...signed }))).toMatchObject({
      ...{ code: 'build_refused', detail: expect.stringContaining(String(buildSizeLimit)) },
    });
  });

  it('replaces the signature of an equal build if its key is no longer known', async () => {
    const build = await world.deliver();
    const old = signBuild(build.record, readPrivateKey(generateKeys().privateKey));
    await world.collection('remote_builds').updateMany({}, { $set: { key_id: old.key_id, signature: old.signature } });
    expect(await world.publish(build)).toEqual({ build: build.record.build, missing: [] });
    expect(await world.call(remotes.signedBuild, { name: 'blog', build: build.record.build })).toEqual(build.signed);
  });
});

it('refuses a record without a manifest, and one with a file that another needs as a folder', async () => {
  const { contents } = world.build();
  const { 'mf-manifest.json': _manifest, ...others } = contents;
  const clash = { ...contents, server: Buffer.from('a file') };
  for (const [files, detail] of [
    [others, 'mf-manifest.json is missing'],
    [clash, 'server is a file, and server/server.js needs it as a folder'],
  ] as const)
    expect(await rejectionOf(world.publish(world.build({ contents: files })))).toMatchObject({
      ...{ code: 'build_refused', detail },
    });
  expect(await builds()).toEqual([]);
});

describe('an uploaded file', () => {
  it('is refused with other bytes, more, or fewer than the record says, and nothing is stored', async () => {
    const build = world.build();
    await world.publish(build);
    const path = 'mf-manifest.json';
    const right = build.contents[path]!;
    const flipped = Buffer.from(right);
    flipped[7]! ^= 1;
    for (const wrong of [flipped, right.subarray(1), Buffer.concat([right, right]), Buffer.alloc(0)])
      expect(await rejectionOf(world.uploadFile(build, path, wrong))).toMatchObject({
        ...{ code: 'build_refused', detail: 'mf-manifest.json has other bytes than the build record says' },
      });
    expect(await objects()).toEqual([]);
    expect((await world.publish(build)).missing).toEqual(paths(build));
  });

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['another JSON', '{"metaData":{}}', 'is not a manifest of Module Federation'],
    [
      'a manifest that names a file the build lacks',
      '{"metaData":{"globalName":"a","remoteEntry":{"name":"entry.js","path":""}},"exposes":[]}',
      'names entry.js, which the build does not have',
    ],
  ])('is refused as the manifest if it is %s', async (_what, text, reason) => {
    const build = world.build({ contents: { ...world.build().contents, 'mf-manifest.json': Buffer.from(text) } });
    await world.publish(build);
    const refused = await rejectionOf(world.uploadFile(build, 'mf-manifest.json'));
    expect(refused).toMatchObject({ code: 'build_refused', detail: expect.stringContaining(reason) });
    expect(await objects()).toEqual([]);
  });

  it('is not replaced by an upload with other bytes', async () => {
    const build = await world.deliver();
    const path = 'mf-manifest.json';
    await rejectionOf(world.uploadFile(build, path, randomBytes(300)));
    expect(await buffer(await world.store.get(buildObject(build.record, path)))).toEqual(build.contents[path]);
  });

  it('is refused if no published build lists it', async () => {
    const build = world.build();
    const path = 'mf-manifest.json';
    expect(await rejectionOf(world.uploadFile(build, path))).toMatchObject({ code: 'not_found' });
    await world.publish(build);
    const send = (name: string) => rejectionOf(world.send(name, Readable.from(['x'])));
    for (const name of [
      ...[buildObject(build.record, 'other.js'), buildObject(build.record, '../x'), 'remotes/', 'remotes/blog'],
      `remotes/blog/e07b6d1-00000000/${path}`,
    ])
      expect(await send(name)).toMatchObject({ code: 'not_found' });
    expect(await objects()).toEqual([]);
  });

  it('of several MiB arrives whole, and empty ones too', async () => {
    const { contents: usual } = world.build();
    const contents = { ...usual, 'large.js': randomBytes(9 * 1024 * 1024), 'empty.js': Buffer.alloc(0) };
    const { record } = await world.deliver({ contents });
    expect(await builds()).toMatchObject([{ complete: true }]);
    const sent = await world.fetch(buildObject(record, 'large.js'));
    expect((await buffer(sent)).equals(contents['large.js'])).toBe(true);
    expect(await buffer(await world.fetch(buildObject(record, 'empty.js')))).toHaveLength(0);
  });

  it('is served as bytes that never change, and to nobody as a page', async () => {
    const build = await world.deliver();
    const path = 'mf-manifest.json';
    const response = (await world.fetch(buildObject(build.record, path))).resume();
    const etag = `"${sha384(build.contents[path]!)}"`;
    expect(response.headers).toMatchObject({
      ...{ 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff', etag },
      ...{ 'cache-control': 'public, max-age=31536000, immutable', 'content-length': '300' },
    });
    const missing = world.fetch(buildObject(build.record, 'other.js'));
    expect(await rejectionOf(missing)).toMatchObject({ code: 'not_found' });
  });
});

/** Two files whose builds have the same id by chance: ids contain 32 bits of a hash. Found by trying. */
const collision = [34005, 139940] as const;

function buildsWithSameId(): [TestBuild, TestBuild] {
  const { record, contents } = world.build();
  const [one, other] = collision.map((number): TestBuild => {
    const file = { path: 'a.js', size: 1, sha384: createHash('sha384').update(String(number)).digest('base64') };
    const manifest = { path: 'mf-manifest.json', size: 1, sha384: sha384(Buffer.from('mf-manifest.json')) };
    const described = { ...record, files: [file, manifest] };
    const made = { ...described, build: buildIdOf(described) };
    return { record: made, signed: signBuild(made, readPrivateKey(world.privateKey)), contents };
  });
  expect(other!.record.build).toBe(one!.record.build);
  return [one!, other!];
}

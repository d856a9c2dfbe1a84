import { rename, rm, symlink } from 'node:fs/promises';
import { remotes, type SignedBuild, shellContracts } from '@docfolio/contracts/entities/remote';
import { signBuild } from '@docfolio/remote-build/signed-build';
import { generateKeys, readPrivateKey } from '@docfolio/remote-build/signing-keys';
import { rejectionOf, waitFor } from '@docfolio/service-kit/testing/wait-for';
import { admin, type RemotesWorld, shellContract, startRemotesWorld } from '../testing/remotes-world.js';
import { buildObject } from './build-objects.js';

let world: RemotesWorld;
beforeAll(async () => {
  world = await startRemotesWorld();
});
beforeEach(() => world.announceShell());
afterEach(() => world.clear());
afterAll(() => world.stop());

const idOf = async (...options: Parameters<RemotesWorld['deliver']>) => (await world.deliver(...options)).record.build;
const states = async () => (await world.call(remotes.states, {})).items;
const history = async (query: { remote?: string; limit?: number; after?: string } = {}) =>
  world.call(remotes.changes, query);
/** Returns the result of the one promise that is fulfilled, and the reason of the one that is rejected. */
async function winnerAndLoser<T>(two: Promise<T>[]): Promise<[T, unknown]> {
  const fulfilled = await Promise.any(two);
  const reasons = (await Promise.allSettled(two)).flatMap((result) => ('reason' in result ? [result.reason] : []));
  expect(reasons).toHaveLength(1);
  return [fulfilled, reasons[0]];
}

/** Expects that a promotion is refused with a reason, and that nothing has changed. */
async function expectRefusal(build: string, detail: unknown): Promise<void> {
  const before = await world.blog();
  expect(await rejectionOf(world.promote(build))).toMatchObject({ code: 'build_refused', detail });
  expect(await world.blog()).toEqual(before);
}

describe('a promotion', () => {
  it('deploys a build with an entry in the history, an invalidation and a notification', async () => {
    const build = await idOf();
    await waitFor('the publication is announced', async () => (await world.liveChanges()).length === 2);
    world.invalidatedTags.length = 0;
    const promoted = await world.promote(build, { reason: 'Reading list' });
    expect(promoted).toEqual({
      ...{ name: 'blog', current: build, previous: null, canary: null, retired: [], pinned: false, version: 1 },
      updated_at: expect.any(String),
    });
    expect(world.invalidatedTags).toEqual(['remotes']);
    await waitFor('the notification', async () => (await world.liveChanges()).length === 3);
    expect(await states()).toEqual([{ name: 'blog', current: build, previous: null, canary: null, retired: [] }]);
    expect((await history()).items).toMatchObject([
      {
        ...{ remote: 'blog', who: admin, action: 'promoted', from: null, to: build, percent: 100 },
        ...{ reason: 'Reading list', at: expect.any(String) },
      },
    ]);
  });

  it('to a share of visitors deploys a canary beside the delivered build, then raises its share', async () => {
    const build = await idOf();
    const promoted = await world.call(remotes.promote, {
      ...{ name: 'blog', build, percent: 10, auto: { minutes: 30 }, version: 0 },
    });
    expect(promoted).toMatchObject({ current: null, canary: { build, percent: 10, auto: { minutes: 30 } } });
    expect(await states()).toEqual([
      { name: 'blog', current: null, previous: null, canary: { build, percent: 10 }, retired: [] },
    ]);
    expect((await world.promote(build, { percent: 50 })).canary).toMatchObject({ percent: 50, auto: null });
    expect(await world.promote(build)).toMatchObject({ current: build, canary: null, version: 3 });
    expect((await history()).items.map(({ action, percent }) => [action, percent])).toEqual([
      ...[
        ['promoted', 100],
        ['canary', 50],
        ['canary', 10],
      ],
    ]);
  });

  it('of what is deployed already changes nothing', async () => {
    const build = await idOf();
    const promoted = await world.promote(build);
    expect(await world.promote(build)).toEqual(promoted);
    expect((await history()).total).toBe(1);
  });

  it('is refused if a byte in the store was flipped', async () => {
    const { record, contents } = await world.deliver();
    const bytes = Buffer.from(contents['mf-manifest.json']!);
    bytes[100]! ^= 4;
    await world.store.put(buildObject(record, 'mf-manifest.json'), bytes, { contentType: 'application/octet-stream' });
    await expectRefusal(record.build, 'mf-manifest.json has other bytes than the build record says.');
  });

  it('is refused if its manifest, stored by an earlier version, cannot be read', async () => {
    const text = Buffer.from('{"metaData":');
    const build = world.build({ contents: { ...world.build().contents, 'mf-manifest.json': text } });
    await world.publish(build);
    for (const path of ['contract.json', 'server/server.js']) await world.uploadFile(build, path);
    await world.store.put(buildObject(build.record, 'mf-manifest.json'), text, { contentType: 'text/plain' });
    await world.collection('remote_builds').updateOne({}, { $set: { pending: [], complete: true } });
    const { files } = await world.call(remotes.check, { name: 'blog', build: build.record.build });
    expect(files).toMatchObject({ passed: false, detail: expect.stringContaining('mf-manifest.json is not JSON') });
    await expectRefusal(build.record.build, expect.stringContaining('mf-manifest.json is not JSON'));
  });

  it('is possible whatever Redis holds of shells that no process can have announced', async () => {
    const far = Date.now() + 365 * 24 * 3_600_000;
    await world.redis.zadd(shellContracts, far, 'f'.repeat(64));
    const build = await idOf();
    const { contract } = await world.call(remotes.check, { name: 'blog', build });
    expect(contract).toMatchObject({ passed: true, shells: [shellContract] });
    expect(await world.promote(build)).toMatchObject({ current: build });
    expect(await world.redis.zscore(shellContracts, 'f'.repeat(64))).toBeNull();
  });

  it('is refused if files are missing in the store, or were never uploaded', async () => {
    const { record } = await world.deliver();
    for (const path of ['server/server.js', 'contract.json']) await world.store.remove(buildObject(record, path));
    await expectRefusal(record.build, 'contract.json is missing (and 1 more).');
    const build = world.build();
    await world.publish(build);
    await expectRefusal(build.record.build, 'contract.json is missing (and 2 more).');
  });

  it('is refused with a wrong signature or an unknown key', async () => {
    const { record } = await world.deliver();
    const store = ({ record: text, key_id, signature }: SignedBuild) =>
      world.collection('remote_builds').updateOne({}, { $set: { record: text, key_id, signature } });
    const own = signBuild(record, readPrivateKey(world.privateKey));
    const later = JSON.stringify({ ...record, created_by: 'somebody else' });
    await store({ ...own, record: later });
    await expectRefusal(record.build, expect.stringMatching(/^The signature does not match the build record/));
    const unknown = signBuild(record, readPrivateKey(generateKeys().privateKey));
    await store(unknown);
    await expectRefusal(record.build, `No known key has the id ${unknown.key_id}.`);
    const other = world.build().signed;
    await store(other);
    await expectRefusal(record.build, expect.stringMatching(/^The build record is of blog /));
  });

  it('is refused if the build fits not every running shell, or no shell is running', async () => {
    const build = await idOf();
    await world.announceShell('b'.repeat(64));
    const otherShell = 'The build shares other modules (aaaaaaaa) than the running shell (bbbbbbbb): build it again.';
    await expectRefusal(build, otherShell);
    await world.announceShell('b'.repeat(64), -1);
    expect((await world.promote(build)).current).toBe(build);
    await world.announceShell(shellContract, -1);
    await expectRefusal(await idOf(), 'No shell is running that the build could be compared with.');
  });

  it('is refused while the remote is pinned, and possible after it was unpinned', async () => {
    const build = await idOf();
    const pinned = await world.call(remotes.pin, { name: 'blog', pinned: true, version: 0 }, admin);
    expect(pinned).toMatchObject({ pinned: true, version: 1, current: null });
    expect(await rejectionOf(world.promote(build))).toMatchObject({
      ...{ code: 'conflict', detail: 'The remote is pinned. Unpin it to promote a build.' },
    });
    await world.call(remotes.pin, { name: 'blog', pinned: false, version: 1 }, admin);
    expect(await world.promote(build)).toMatchObject({ current: build, pinned: false });
    expect((await history()).items.map(({ action }) => action)).toEqual(['promoted', 'unpinned', 'pinned']);
  });

  it('of an unknown build is not found', async () => {
    expect(
      await rejectionOf(world.call(remotes.promote, { name: 'blog', build: 'e07b6d1-00000000', version: 0 })),
    ).toMatchObject({ code: 'not_found' });
    expect(await world.blog()).toBeUndefined();
  });

  it('is refused as stale with the current record if the caller has read another version', async () => {
    const [one, other] = [await idOf(), await idOf()];
    const promoted = await world.promote(one);
    for (const version of [0, 2])
      expect(await rejectionOf(world.promote(other, { version }))).toMatchObject({ code: 'stale', current: promoted });
    const rollBack = world.call(remotes.rollBack, { name: 'blog', version: 0 });
    expect(await rejectionOf(rollBack)).toMatchObject({ code: 'stale', current: promoted });
    const pin = world.call(remotes.pin, { name: 'blog', pinned: true, version: 0 });
    expect(await rejectionOf(pin)).toMatchObject({ code: 'stale', current: promoted });
  });

  it('of two concurrent ones succeeds once, and the other is refused as stale with the winner’s record', async () => {
    const [one, other] = [await idOf(), await idOf()];
    for (const version of [0, 1]) {
      const promotions = [one, other].map((build) => world.promote(build, { version, percent: 50 + version * 50 }));
      const [won, lost] = await winnerAndLoser(promotions);
      expect(won).toMatchObject({ version: version + 1 });
      expect(lost).toMatchObject({ code: 'stale', current: won });
      expect(await world.blog()).toEqual(won);
      expect((await history()).total).toBe(version + 1);
    }
  });

  it('is unavailable and changes nothing while the object store is down', async () => {
    const build = await idOf();
    const before = await world.blog();
    const aside = `${world.bucket}-aside`;
    await rename(world.bucket, aside);
    // Opening anything below a link to itself fails with ELOOP, not with ENOENT.
    await symlink(world.bucket, world.bucket);
    expect(await rejectionOf(world.promote(build))).toMatchObject({ code: 'unavailable', status: 503 });
    expect(await rejectionOf(world.call(remotes.check, { name: 'blog', build }))).toMatchObject({ status: 503 });
    const unsent = world.build();
    await world.publish(unsent);
    expect(await rejectionOf(world.uploadFile(unsent, 'contract.json'))).toMatchObject({ status: 503 });
    expect(await world.blog()).toEqual(before);
    await rm(world.bucket);
    await rename(aside, world.bucket);
    expect((await world.promote(build)).current).toBe(build);
  });

  it('with an automatic raise is refused for all visitors', async () => {
    const input = { name: 'blog', build: await idOf(), version: 0, auto: { minutes: 5 } };
    expect(await rejectionOf(world.call(remotes.promote, input))).toMatchObject({
      ...{ code: 'validation_failed', errors: [{ path: 'auto', message: expect.any(String) }] },
    });
  });
});

describe('a check', () => {
  it('passes for a build that can be promoted', async () => {
    const build = await idOf();
    const passed = { passed: true, detail: null };
    expect(await world.call(remotes.check, { name: 'blog', build })).toEqual({
      ...{ build, signature: passed, files: passed },
      contract: { ...passed, build: shellContract, shells: [shellContract] },
    });
  });

  it('names everything that is wrong', async () => {
    const { record, signed } = await world.deliver({ contract: 'c'.repeat(64) });
    await world.store.remove(buildObject(record, 'mf-manifest.json'));
    await world.collection('remote_builds').updateOne({}, { $set: { signature: 'A'.repeat(86) } });
    const { signature, files, contract } = await world.call(remotes.check, { name: 'blog', build: record.build });
    expect(signature).toEqual({
      ...{ passed: false, detail: `The signature does not match the build record (key ${signed.key_id})` },
    });
    expect(files).toEqual({ passed: false, detail: 'mf-manifest.json is missing' });
    expect(contract).toMatchObject({ passed: false, build: 'c'.repeat(64), shells: [shellContract] });
  });
});

describe('a rollback', () => {
  it('of a canary leaves the current build and retires the canary', async () => {
    const [one, other] = [await idOf(), await idOf()];
    await world.promote(one);
    await world.promote(other, { percent: 10 });
    expect(await world.rollBack()).toMatchObject({ current: one, canary: null, retired: [other] });
    expect((await history()).items[0]).toMatchObject({ action: 'rolled_back', from: other, to: one, percent: 100 });
  });

  it('deploys the previous build, then the delivered one, and then is refused', async () => {
    const [one, other] = [await idOf(), await idOf()];
    await world.promote(one);
    await world.promote(other);
    expect(await world.rollBack()).toMatchObject({ current: one, previous: null, retired: [other] });
    expect(await world.rollBack()).toMatchObject({ current: null, previous: null });
    expect(await rejectionOf(world.rollBack())).toMatchObject({ code: 'conflict' });
  });

  it('deploys a given build or the delivered one, also while the remote is pinned', async () => {
    const [one, other, third] = [await idOf(), await idOf(), await idOf()];
    for (const build of [one, other, third]) await world.promote(build);
    const { version } = await world.blog();
    await world.call(remotes.pin, { name: 'blog', pinned: true, version });
    expect(await world.rollBack(one)).toMatchObject({ current: one, previous: null, pinned: true });
    expect(await world.rollBack(null)).toMatchObject({ current: null, previous: null });
    expect((await history()).items[0]).toMatchObject({ action: 'rolled_back', from: one, to: null });
  });

  it('needs neither the object store nor a running shell', async () => {
    const [one, other] = [await world.deliver(), await idOf()];
    await world.promote(one.record.build);
    await world.promote(other);
    await world.announceShell(shellContract, -1);
    for (const path of Object.keys(one.contents)) await world.store.remove(buildObject(one.record, path));
    expect((await world.rollBack()).current).toBe(one.record.build);
  });

  it('to a build that does not fit the running shell, is incomplete, or has an unknown key is refused', async () => {
    await world.promote(await idOf());
    const foreign = await idOf({ contract: 'c'.repeat(64) });
    const refusal = async (build: string) => rejectionOf(world.rollBack(build));
    expect(await refusal(foreign)).toMatchObject({
      ...{ code: 'build_refused', detail: expect.stringContaining('The build shares other modules (cccccccc)') },
    });
    const incomplete = world.build();
    await world.publish(incomplete);
    expect(await refusal(incomplete.record.build)).toMatchObject({
      ...{ code: 'build_refused', detail: 'contract.json is missing (and 2 more).' },
    });
    const unknown = await idOf();
    const id = { _id: `blog/${unknown}` };
    await world.collection('remote_builds').updateOne(id, { $set: { key_id: '0'.repeat(16) } });
    expect(await refusal(unknown)).toMatchObject({
      ...{ code: 'build_refused', detail: 'No known key has the id 0000000000000000.' },
    });
    expect(await refusal('e07b6d1-00000000')).toMatchObject({ code: 'not_found' });
  });
});

describe('the list of remotes', () => {
  it('has every remote with a build or a record, by name, and the running shells', async () => {
    expect(await world.call(remotes.list, {})).toEqual({ items: [], shells: [shellContract], unserved: [] });
    await world.deliver({ remote: 'site' });
    await world.promote(await idOf());
    await world.call(remotes.pin, { name: 'crm', pinned: true, version: 0 });
    const { items } = await world.call(remotes.list, {});
    expect(items.map(({ name, version, pinned }) => [name, version, pinned])).toEqual([
      ...[
        ['blog', 1, false],
        ['crm', 1, true],
        ['site', 0, false],
      ],
    ]);
    expect(items[2]).toEqual({
      ...{ name: 'site', current: null, previous: null, canary: null, retired: [], pinned: false, version: 0 },
      updated_at: null,
    });
    expect((await states()).map(({ name }) => name)).toEqual(['blog', 'crm']);
  });
});

describe('the history', () => {
  it('is listed in pages, newest first, of all remotes or one', async () => {
    const [one, other] = [await idOf(), await idOf()];
    await world.promote(one);
    await world.promote(other);
    await world.call(remotes.pin, { name: 'site', pinned: true, version: 0 });
    const first = await history({ limit: 2 });
    expect(first).toMatchObject({ total: 3, total_exact: true });
    const second = await history({ limit: 2, after: first.next! });
    expect(second.next).toBeNull();
    expect([...first.items, ...second.items].map(({ remote, to }) => [remote, to])).toEqual([
      ...[
        ['site', null],
        ['blog', other],
        ['blog', one],
      ],
    ]);
    expect((await history({ remote: 'site' })).items.map(({ action, who }) => [action, who])).toEqual([
      ['pinned', null],
    ]);
  });

  it('has an entry once that a crash left in the remote’s record', async () => {
    await world.promote(await idOf());
    const { items } = await history();
    const [entry] = items;
    const written = { _id: 'blog' };
    const crashed = { ...entry, id: '7d3c2f5e-0b1a-4c6d-8e9f-0a1b2c3d4e5f', reason: 'crash' };
    await world.collection('remotes').updateOne(written, { $set: { unrecorded: [entry, crashed] } });
    expect((await history()).items.map(({ reason }) => reason).sort()).toEqual(['', 'crash']);
    expect(await world.collection('remotes').findOne(written)).toMatchObject({ unrecorded: [] });
  });
});

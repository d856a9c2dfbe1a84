import { randomUUID } from 'node:crypto';
import { remotes } from '@docfolio/contracts/entities/remote';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type RemotesWorld, startRemotesWorld } from '../testing/remotes-world.js';
import { buildObject } from './build-objects.js';
import { removeOldBuilds } from './remotes.jobs.js';
import { retainedBuilds } from './retention.js';

let world: RemotesWorld;
beforeAll(async () => {
  world = await startRemotesWorld();
});
beforeEach(() => world.announceShell());
afterEach(() => world.clear());
afterAll(() => world.stop());

const hour = 60 * 60 * 1_000;

async function removeOld(): Promise<void> {
  const rounds = () =>
    world.process().log.filter(({ msg, work }) => msg === 'job done' && work === removeOldBuilds.name).length;
  const before = rounds();
  await world.jobs.add(removeOldBuilds, {}, { id: randomUUID() });
  await waitFor('old builds are removed', async () => rounds() > before);
}

/** Makes all stored builds old enough to be removed, and older than those that are delivered next. */
async function age(): Promise<void> {
  const twoHoursAgo = new Date(Date.now() - 2 * hour);
  await world.collection('remote_builds').updateMany({}, { $set: { used_at: twoHoursAgo, created_at: twoHoursAgo } });
}

/** Stores records of so many newer builds of the blog, without files. */
async function addNewer(count: number): Promise<void> {
  const builds = world.collection('remote_builds');
  const { _id, ...fields } = (await builds.findOne({}))!;
  await builds.insertMany(
    Array.from({ length: count }, (_, index) => {
      const build = `e07b6d1-${String(index).padStart(8, '0')}`;
      return { ...fields, _id: `blog/${build}`, build, created_at: new Date(), used_at: new Date() };
    }),
  );
}

const published = async (name = 'blog') => (await world.call(remotes.builds, { name })).items.map(({ build }) => build);
const objectsOf = async (build: string) => {
  const names: string[] = [];
  for await (const { name } of world.store.list(`remotes/blog/${build}/`)) names.push(name);
  return names;
};
const idOf = async () => (await world.deliver()).record.build;

it('deletes builds beyond the newest 50 of a remote with their files', async () => {
  const old = [await idOf(), await idOf()];
  const { record: other } = await world.deliver({ remote: 'site' });
  await age();
  await addNewer(retainedBuilds);
  await removeOld();
  expect(await published()).toHaveLength(retainedBuilds);
  for (const build of old) {
    expect(await published()).not.toContain(build);
    expect(await objectsOf(build)).toEqual([]);
  }
  expect(await published('site')).toEqual([other.build]);
  const stored = await world.store.stat(buildObject(other, 'contract.json'));
  expect(stored.size).toBeGreaterThan(0);
});

it('retains 50 builds', async () => {
  const build = await idOf();
  await age();
  await addNewer(retainedBuilds - 1);
  await removeOld();
  expect(await published()).toContain(build);
  expect(await objectsOf(build)).toHaveLength(3);
});

it('retains builds that are deployed, and those that were until 24 hours ago', async () => {
  const [first, second, third, canary] = [await idOf(), await idOf(), await idOf(), await idOf()];
  for (const build of [first, second, third]) await world.promote(build);
  await world.promote(canary, { percent: 10 });
  await age();
  await addNewer(retainedBuilds);
  await removeOld();
  expect((await world.blog()).retired).toEqual([first]);
  const inUse = [first, second, third, canary];
  expect(await published()).toEqual(expect.arrayContaining(inUse));

  const dayAgo = new Date(Date.now() - 24 * hour).toISOString();
  await world.collection('remotes').updateOne({}, { $set: { retired: [{ build: first, at: dayAgo }] } });
  expect((await world.blog()).retired).toEqual([]);
  await removeOld();
  expect(await published()).not.toContain(first);
  expect(await objectsOf(first)).toEqual([]);
  for (const build of [second, third, canary]) expect(await objectsOf(build)).toHaveLength(3);
});

it('spares a build that was published again or promoted within the last hour', async () => {
  const build = await world.deliver();
  await age();
  await addNewer(retainedBuilds);
  await world.publish(build);
  await removeOld();
  expect(await published()).toContain(build.record.build);
  await age();
  await world.promote(build.record.build);
  await world.rollBack();
  await world.collection('remotes').updateOne({}, { $set: { retired: [] } });
  await removeOld();
  expect(await published()).toContain(build.record.build);
});

it('finishes a removal that a crash has interrupted, and nothing can be deployed from its remains', async () => {
  const build = await world.deliver();
  await world.collection('remote_builds').updateOne({}, { $set: { removing: true } });
  const { build: id } = build.record;
  await expect(world.publish(build)).rejects.toMatchObject({ code: 'unavailable' });
  await expect(world.uploadFile(build, 'contract.json')).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.call(remotes.promote, { name: 'blog', build: id, version: 0 })).rejects.toMatchObject({
    code: 'not_found',
  });
  await removeOld();
  expect(await objectsOf(id)).toEqual([]);
  expect((await world.publish(build)).missing).toHaveLength(3);
});

it('runs once a day', async () => {
  expect(await world.schedules(removeOldBuilds)).toContainEqual(
    expect.objectContaining({ name: removeOldBuilds.name, every: 24 * hour }),
  );
});

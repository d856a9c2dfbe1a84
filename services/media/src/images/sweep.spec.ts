import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { images } from '@docfolio/contracts/entities/image';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { noise } from '../testing/pictures.js';
import { variantObject } from './image-objects.js';
import { sweepImages } from './images.jobs.js';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
});
afterAll(() => world.stop());

const hour = 60 * 60 * 1_000;
const justOver = new Date(Date.now() - hour - 60_000);
const justUnder = new Date(Date.now() - hour + 10 * 60_000);
const nameOf = (random: string) => `1700000000000-${random}.png`;

async function put(name: string, at: Date): Promise<void> {
  await world.store.put(name, Buffer.from('x'), { contentType: 'image/png' });
  await utimes(join(world.bucket, name), at, at);
}

async function uploaded(at: Date) {
  const made = await world.upload(await noise(700, 350).png().toBuffer());
  await world.waitForVariants(made.name);
  await world.records.updateOne({ name: made.name }, { $set: { created_at: at } });
  for (const object of [made.name, variantObject(made.name, 320), variantObject(made.name, 640)])
    await utimes(join(world.bucket, object), at, at);
  return made;
}

async function sweep(): Promise<void> {
  const rounds = () =>
    world.process().log.filter(({ msg, work }) => msg === 'job done' && work === sweepImages.name).length;
  const before = rounds();
  await world.jobs.add(sweepImages, {}, { id: randomUUID() });
  await waitFor('the bucket is swept', async () => rounds() > before);
}

it('quarantines and logs objects without a record, including variants, and skips recent ones', async () => {
  const { name } = await uploaded(justOver);
  const [old, older] = [nameOf('aaaaaaaaaaaaa'), nameOf('bbbbbbbbbbbbb')];
  await put(old, justOver);
  await put(variantObject(older, 320), justOver);
  await put(nameOf('ccccccccccccc'), justUnder);
  await sweep();
  expect(await world.objects()).toEqual([nameOf('ccccccccccccc'), name].sort());
  expect(await world.objects('variants')).toEqual([variantObject(name, 320), variantObject(name, 640)]);
  expect(await world.objects('quarantine')).toEqual([old, variantObject(older, 320)]);
  const logged = world.process().log.filter(({ msg }) => msg === 'object without a record quarantined');
  expect(logged.map(({ object }) => object).sort()).toEqual([old, variantObject(older, 320)].sort());
});

it('ignores builds of remotes, also when it counts objects', async () => {
  const build = Array.from({ length: 30 }, (_, index) => `remotes/blog/e07b6d1-44c90a12/${index}.js`);
  for (const object of build) await put(object, justOver);
  await uploaded(justOver);
  await put(nameOf('ddddddddddddd'), justOver);
  await sweep();
  for (const object of build) await world.store.stat(object);
  expect(await world.objects('quarantine')).toContain(nameOf('ddddddddddddd'));
  for (const object of build) await world.store.remove(object);
});

it('keeps the restored record of a quarantined image, and serves the image once it is restored, too', async () => {
  const { name } = await uploaded(justOver);
  const record = (await world.records.findOne({ name }))!;
  await world.records.deleteOne({ name });
  await sweep();
  expect(await world.objects()).not.toContain(name);
  await world.records.insertOne(record);
  await sweep();
  expect(await world.records.findOne({ name })).toMatchObject({ deleted_at: null });
  expect(await world.quarantine('list')).toMatchObject({ code: 0, output: expect.stringContaining(`  ${name}\n`) });
  expect(await world.quarantine('restore', name)).toEqual({
    code: 0,
    output: expect.stringMatching(new RegExp(`^${name}\n[^]*\n3 objects restored\n$`)),
  });
  await sweep();
  expect(await world.objects('variants')).toContain(variantObject(name, 640));
  expect((await world.fetch(name)).resume().statusCode).toBe(200);
  expect(await world.quarantine('restore', name)).toMatchObject({ code: 1 });
  expect(await world.quarantine('drop')).toMatchObject({
    code: 2,
    output: expect.stringContaining('quarantine --help'),
  });
});

it('removes quarantined objects after 30 days', async () => {
  const day = 24 * hour;
  const [expired, recent] = ['quarantine/expired.png', 'quarantine/recent.png'];
  await put(expired, new Date(Date.now() - 30 * day - hour));
  await put(recent, new Date(Date.now() - 30 * day + hour));
  await sweep();
  const left = await world.objects('quarantine');
  expect(left).toContain('recent.png');
  expect(left).not.toContain('expired.png');
});

it('refuses to act, and logs why, when more than 5 % of the objects have no record', async () => {
  const orphans = Array.from({ length: 21 }, (_, index) => nameOf(String(index).padStart(13, 'y')));
  for (const orphan of orphans) await put(orphan, justOver);
  await sweep();
  expect(await world.objects()).toEqual(expect.arrayContaining(orphans));
  expect(world.process().log).toContainEqual(
    expect.objectContaining({
      level: 'error',
      msg: 'image sweep refused: too many objects without a record',
      objects: 21,
    }),
  );
  for (const orphan of orphans) await world.store.remove(orphan);
});

it('refuses to delete records when more than 5 % of them have no object', async () => {
  const one = await uploaded(justOver);
  const { _id, ...fields } = (await world.records.findOne({ name: one.name }))!;
  const records = Array.from({ length: 21 }, () => ({ ...fields, _id: randomUUID(), name: nameOf(randomUUID()) }));
  await world.records.insertMany(records);
  await sweep();
  expect(world.process().log).toContainEqual(
    expect.objectContaining({ level: 'error', msg: 'image sweep refused: too many records without an object' }),
  );
  const ids = { _id: { $in: records.map((record) => record._id) } };
  expect(await world.records.countDocuments({ ...ids, deleted_at: null })).toBe(records.length);
  await world.records.deleteMany(ids);
});

it('quarantines the objects left by a deletion that was killed half-way', async () => {
  const { name } = await uploaded(justOver);
  const { variants: _, ...left } = (await world.records.findOne({ name }))!;
  await world.records.updateOne({ _id: left._id }, { $set: { deleted_at: new Date() } });
  await sweep();
  const everything = [...(await world.objects()), ...(await world.objects('variants'))];
  expect(everything.filter((object) => object.includes(name))).toEqual([]);
});

it('deletes records without an object, except recent ones, and publishes the deletion', async () => {
  const [old, recent] = [await uploaded(justOver), await uploaded(justUnder)];
  await world.store.remove(old.name);
  await world.store.remove(recent.name);
  await sweep();
  const names = (await world.call(images.list, {})).items.map(({ name }) => name);
  expect(names).not.toContain(old.name);
  expect(names).toContain(recent.name);
  expect((await world.publishedEvents(2, old.id)).map(({ act }) => act)).toEqual(['created', 'deleted']);
});

it('queues variants that a crash left missing', async () => {
  const { name } = await uploaded(justOver);
  await world.records.updateOne({ name }, { $set: { variants: null } });
  await sweep();
  await world.waitForVariants(name);
});

it('schedules the sweep every hour', async () => {
  expect(await world.schedules(sweepImages)).toContainEqual(
    expect.objectContaining({ name: sweepImages.name, every: hour }),
  );
});

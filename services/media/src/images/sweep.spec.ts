import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { images } from '@docfolio/contracts/image';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { noise } from '../testing/pictures.js';
import { variantObject } from './image-objects.js';
import { sweepImages } from './images.jobs.js';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
}, 60_000);
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
  await world.complete(made.name);
  await world.records.updateOne({ name: made.name }, { $set: { created_at: at } });
  for (const object of [made.name, variantObject(made.name, 320), variantObject(made.name, 640)])
    await utimes(join(world.bucket, object), at, at);
  return made;
}

/** Asks for a round, and waits for its end. */
async function sweep(): Promise<void> {
  const rounds = () =>
    world.process().log.filter(({ msg, work }) => msg === 'job done' && work === sweepImages.name).length;
  const before = rounds();
  await world.jobs.add(sweepImages, {}, { id: randomUUID() });
  await waitFor('the bucket is swept', async () => rounds() > before);
}

it('removes objects that no record knows, variants too, and leaves what may be on its way', async () => {
  const { name } = await uploaded(justOver);
  const [old, older] = [nameOf('aaaaaaaaaaaaa'), nameOf('bbbbbbbbbbbbb')];
  await put(old, justOver);
  await put(variantObject(older, 320), justOver);
  await put(nameOf('ccccccccccccc'), justUnder);
  await sweep();
  expect(await world.objects()).toEqual([nameOf('ccccccccccccc'), name].sort());
  expect(await world.objects('variants')).toEqual([variantObject(name, 320), variantObject(name, 640)]);
});

it('removes more of them than are looked for at a time', async () => {
  const orphans = Array.from({ length: 230 }, (_, index) => nameOf(String(index).padStart(13, 'z')));
  for (const orphan of orphans) await put(orphan, justOver);
  await sweep();
  expect((await world.objects()).filter((name) => orphans.includes(name))).toEqual([]);
});

it('removes what a deletion has left that was killed half way', async () => {
  const { name } = await uploaded(justOver);
  const { variants: _, ...left } = (await world.records.findOne({ name }))!;
  await world.records.updateOne({ _id: left._id }, { $set: { deleted_at: new Date() } });
  await sweep();
  const everything = [...(await world.objects()), ...(await world.objects('variants'))];
  expect(everything.filter((object) => object.includes(name))).toEqual([]);
});

it('takes records out of the list that have no object, and tells of it', async () => {
  const [gone, young] = [await uploaded(justOver), await uploaded(justUnder)];
  await world.store.remove(gone.name);
  await world.store.remove(young.name);
  await sweep();
  const names = (await world.call(images.list, {})).items.map(({ name }) => name);
  expect(names).not.toContain(gone.name);
  expect(names).toContain(young.name);
  expect((await world.told(2, gone.id)).map(({ act }) => act)).toEqual(['created', 'deleted']);
});

it('asks for variants that a crash has left unmade', async () => {
  const { name } = await uploaded(justOver);
  await world.records.updateOne({ name }, { $set: { variants: null } });
  await sweep();
  await world.complete(name);
});

it('comes by itself', async () => {
  expect(await world.repeated(sweepImages)).toContainEqual(
    expect.objectContaining({ name: sweepImages.name, every: hour }),
  );
});

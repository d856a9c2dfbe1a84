/**
 * Sweeps a bucket of more than 2,500 objects.
 * @subject services/media/src/images/images.sweeper.ts
 * @everyday services/media/src/images/sweep.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { sweepImages } from './images.jobs.js';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
});
afterAll(() => world.stop());

const hour = 60 * 60 * 1_000;
const justOver = new Date(Date.now() - hour - 60_000);
const nameOf = (random: string) => `1700000000000-${random}.png`;

async function put(name: string, at: Date): Promise<void> {
  await world.store.put(name, Buffer.from('x'), { contentType: 'image/png' });
  await utimes(join(world.bucket, name), at, at);
}

async function sweep(): Promise<void> {
  const rounds = () =>
    world.process().log.filter(({ msg, work }) => msg === 'job done' && work === sweepImages.name).length;
  const before = rounds();
  await world.jobs.add(sweepImages, {}, { id: randomUUID() });
  await waitFor('the bucket is swept', async () => rounds() > before);
}

it('The sweep quarantines more than one batch of objects without a record if they are less than 5 % of all', async () => {
  const others = Array.from({ length: 2_500 }, (_, index) => nameOf(String(index).padStart(13, 'x')));
  // Written to the folder directly, because the store's fsync per object would be slow.
  await Promise.all(others.map((name) => writeFile(join(world.bucket, name), 'x')));
  const orphans = Array.from({ length: 120 }, (_, index) => nameOf(String(index).padStart(13, 'z')));
  for (const orphan of orphans) await put(orphan, justOver);
  await sweep();
  expect((await world.objects()).filter((name) => orphans.includes(name))).toEqual([]);
  expect(await world.objects('quarantine')).toEqual(expect.arrayContaining(orphans));
  await Promise.all(others.map((name) => rm(join(world.bucket, name))));
});

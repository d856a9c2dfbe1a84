/**
 * Aborts uploads while the service processes them, and uploads the largest pictures.
 * @subject services/media/src/images services/media/src/pictures
 * @everyday services/media/src/images/uploads.spec.ts
 */
import { imageSizeLimit } from '@docfolio/contracts/entities/image';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type MediaWorld, startMediaWorld } from '../testing/media-world.js';
import { jpegOfSize } from '../testing/pictures.js';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
});
afterAll(() => world.stop());

it('accepts a picture of 3,600 x 2,700 pixels in a file of 5,242,880 bytes', async () => {
  const bytes = await jpegOfSize(imageSizeLimit, 3_600, 2_700);
  expect(await world.upload(bytes)).toMatchObject({ width: 3_600, height: 2_700 });
});

it('No objects without a record are left if five of six uploads are aborted during processing', async () => {
  const before = await world.records.countDocuments();
  const bytes = await jpegOfSize(imageSizeLimit, 3_600, 2_700);
  const abort = new AbortController();
  const first = world.upload(bytes);
  const others = Array.from({ length: 5 }, () => world.upload(bytes, { signal: abort.signal }));
  await first;
  abort.abort();
  const results = await Promise.allSettled(others);
  const fulfilled = results.filter(({ status }) => status === 'fulfilled').length;
  expect(fulfilled).toBeLessThan(5);
  await waitFor('the spool is empty', async () => (await world.spooled()).length === 0);
  expect(await world.objects()).toHaveLength(await world.records.countDocuments());
  expect((await world.records.countDocuments()) - before).toBeGreaterThanOrEqual(1 + fulfilled);
});

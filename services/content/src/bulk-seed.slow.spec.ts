/**
 * Runs the program three times.
 * @subject services/content/src/bulk-seed.ts libs/service-kit/src/mongo/bulk-fill.ts libs/service-kit/src/mongo/bulk-seed.ts
 * @everyday services/content/src/bulk-seed.spec.ts
 */
import { type ContentWorld, startContentWorld } from './testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

it('npm run docfolio -- seed --posts adds nothing in a second run, and only missing posts for a larger number', async () => {
  await world.seedInBulk(130);
  expect(await world.seedInBulk(130)).toContain('0 added, 130 were there');
  expect(await world.seedInBulk(132)).toContain('2 added, 130 were there');
});

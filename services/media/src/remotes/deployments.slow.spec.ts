/**
 * Promotes a build of 60 MB.
 * @subject services/media/src/remotes/deployments.service.ts services/media/src/remotes/build-checks.ts
 * @everyday services/media/src/remotes/deployments.spec.ts
 */
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { sha384 } from '@docfolio/remote-build/build-id';
import { type RemotesWorld, startRemotesWorld } from '../testing/remotes-world.js';
import { buildObject } from './build-objects.js';

let world: RemotesWorld;
beforeAll(async () => {
  world = await startRemotesWorld();
});
beforeEach(() => world.announceShell());
afterEach(() => world.clear());
afterAll(() => world.stop());

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** A caller waits 4 s. Reading and hashing the files takes about 0.3 s on the machine that this is measured on. */
it('The check of a large build takes at most twelve times as long as reading and hashing its files', async () => {
  const chunks = Array.from({ length: 300 }, (_, index) => [`chunk.${index}.js`, randomBytes(200_000)] as const);
  const contents = { ...world.build().contents, ...Object.fromEntries(chunks) };
  const { record } = await world.deliver({ contents });
  const reading = await timed(async () => {
    for (const path of Object.keys(contents)) sha384(await buffer(await world.store.get(buildObject(record, path))));
  });
  // The delivery may have taken longer than an announcement lasts.
  await world.announceShell();
  const promoting = await timed(() => world.promote(record.build));
  expect((await world.blog()).current).toBe(record.build);
  expect(promoting).toBeLessThan(12 * reading);
});

/**
 * Restarts the service with other settings.
 * @subject services/media/src/remotes/signatures.ts services/media/src/config.schema.ts
 * @everyday services/media/src/remotes/signatures.spec.ts
 */
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { type RemotesWorld, startRemotesWorld } from '../testing/remotes-world.js';

let world: RemotesWorld;
beforeAll(async () => {
  world = await startRemotesWorld();
});
afterAll(() => world.stop());

it('a service without REMOTES_PUBLIC_KEYS refuses to publish and says why', async () => {
  const build = world.build();
  await world.process().stop();
  await world.start({ REMOTES_PUBLIC_KEYS: '' });
  expect(await rejectionOf(world.publish(build))).toMatchObject({
    ...{ code: 'build_refused', detail: 'REMOTES_PUBLIC_KEYS is not set, so no build can be deployed' },
  });
  await world.process().stop();
  await world.start();
});

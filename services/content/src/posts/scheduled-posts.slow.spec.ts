/**
 * Kills the service while drafts are scheduled.
 * @subject services/content/src/posts/scheduled-posts.processor.ts services/content/src/posts/post-schedule.ts
 * @subject libs/service-kit/src/jobs
 * @everyday services/content/src/posts/scheduled-posts.spec.ts
 */
import { posts } from '@docfolio/contracts/entities/post';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

/** ms, well below the minute between two sweeps: what comes earlier was not left to the next one. */
const beforeNextSweep = 40_000;

/** @param delay ms */
const inMs = (delay: number) => new Date(Date.now() + delay).toISOString();
const draft = (scheduled_at: string) => world.createPost({ published: false, scheduled_at });
const get = (id: string) => world.call(posts.get, { id });
const published = (id: string) => waitFor('it is published', async () => (await get(id)).published);
const passed = (at: string) => waitFor('its time has passed', async () => Date.now() > Date.parse(at));

it('Overdue drafts are published at a restart', async () => {
  const at = inMs(2_000);
  const { id } = await draft(at);
  await world.kill();
  await passed(at);
  await world.start();
  const back = Date.now();
  await published(id);
  expect(Date.parse((await get(id)).published_at!)).toBeLessThan(back + beforeNextSweep);
});

it('A draft that was scheduled before a crash is published on time', async () => {
  const at = inMs(6_000);
  const { id } = await draft(at);
  await world.kill();
  await world.start();
  // On a busy machine the start ends after the scheduled time.
  const due = Math.max(Date.now(), Date.parse(at));
  await published(id);
  expect(Date.parse((await get(id)).published_at!) - due).toBeLessThan(beforeNextSweep);
});

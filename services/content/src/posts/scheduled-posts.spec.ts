import { randomUUID } from 'node:crypto';
import { type PostPatch, posts } from '@docfolio/contracts/post';
import { contentTrash } from '@docfolio/contracts/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';
import { publishScheduled, sweepScheduled } from './post-schedule.jobs.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
}, 60_000);

afterAll(() => world?.stop());

beforeEach(() => world.clear());

/** Milliseconds from now, as a form sends it. */
const inMs = (delay: number) => new Date(Date.now() + delay).toISOString();
const soon = () => inMs(800);
const hour = 60 * 60_000;
const draft = (scheduled_at?: string | null) => world.write({ published: false, scheduled_at });
const patch = (id: string, changes: Partial<PostPatch>) => world.call(posts.patch, { id, ...changes });
const get = (id: string) => world.call(posts.get, { id });
const published = (id: string) => waitFor('it is published', async () => (await get(id)).published);
const passed = (at: string) => waitFor('its time has passed', async () => Date.now() > Date.parse(at));
/** Waits until a draft of the same moment, scheduled later, has been published: what else was due has been, too. */
const jobsAreDone = async () => published((await draft(soon())).id);
const refused = (message: string) => ({
  code: 'validation_failed',
  errors: [{ path: 'scheduled_at', message }],
});

it('publishes a draft at its time, dated then, and tells everybody', async () => {
  const at = soon();
  const { id, slug } = await draft(at);
  expect(await get(id)).toMatchObject({ published: false, published_at: null, scheduled_at: at });
  await expect(world.call(posts.read, { slug })).rejects.toMatchObject({ code: 'not_found' });
  await published(id);
  const post = await get(id);
  expect(post).toMatchObject({ published: true, scheduled_at: null, version: 2 });
  const late = Date.parse(post.published_at!) - Date.parse(at);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(15_000);
  expect(await world.call(posts.read, { slug })).toMatchObject({ id });
  expect(world.dropped).toContain('posts');
  await waitFor('open CRMs are told', async () =>
    (await world.told()).some((told) => told.id === id && told.act === 'changed'),
  );
});

it('publishes what came due while the service was down as soon as it is back', async () => {
  const at = soon();
  const { id } = await draft(at);
  await world.kill();
  await passed(at);
  await world.start();
  const back = Date.now();
  await published(id);
  expect(Date.parse((await get(id)).published_at!)).toBeLessThan(back + 15_000);
});

it('publishes on time what was scheduled before the service died', async () => {
  const at = inMs(6_000);
  const { id } = await draft(at);
  await world.kill();
  await world.start();
  await published(id);
  expect(Date.parse((await get(id)).published_at!) - Date.parse(at)).toBeLessThan(15_000);
});

it('finds posts whose job has been lost', async () => {
  const overdue = await draft(inMs(hour));
  const { id } = await draft(inMs(hour));
  const write = (_id: string, scheduled_at: Date) =>
    world.collection('blog_posts').updateOne({ _id }, { $set: { scheduled_at } });
  await write(overdue.id, new Date(Date.now() - hour));
  await write(id, new Date(Date.now() + 1_500));
  await world.jobs.add(sweepScheduled, {});
  await published(overdue.id);
  await published(id);
});

it('does nothing at a time that has been moved, taken back, or come in another way', async () => {
  const at = soon();
  const [moved, cancelled, early, gone] = [await draft(at), await draft(at), await draft(at), await draft(at)];
  const later = inMs(hour);
  expect(await patch(moved.id, { scheduled_at: later })).toMatchObject({ scheduled_at: later });
  expect(await patch(cancelled.id, { scheduled_at: null })).toMatchObject({ scheduled_at: null });
  const { published_at } = await patch(early.id, { published: true });
  await world.call(posts.delete, { id: gone.id });
  await passed(at);
  await jobsAreDone();
  expect(await get(moved.id)).toMatchObject({ published: false, scheduled_at: later, version: 2 });
  expect(await get(cancelled.id)).toMatchObject({ published: false, version: 2 });
  expect(await get(early.id)).toMatchObject({ published: true, published_at, scheduled_at: null, version: 2 });
  await world.call(contentTrash.restore, { type: 'blog_posts', id: gone.id });
  await world.jobs.add(sweepScheduled, {});
  await jobsAreDone();
  // Its time passed while it was in the trash.
  expect(await get(gone.id)).toMatchObject({ published: false, scheduled_at: null });
});

it('keeps the schedule of a draft that comes back from the trash in time', async () => {
  const at = inMs(2_000);
  const { id } = await draft(at);
  await world.call(posts.delete, { id });
  await world.call(contentTrash.restore, { type: 'blog_posts', id });
  await published(id);
});

it('publishes once, however often and however early a job comes', async () => {
  const at = inMs(1_200);
  const { id } = await draft(at);
  for (let job = 0; job < 5; job++) await world.jobs.add(publishScheduled, { id, at });
  await published(id);
  await jobsAreDone();
  const { version, published_at } = await get(id);
  expect(version).toBe(2);
  expect(Date.parse(published_at!)).toBeGreaterThanOrEqual(Date.parse(at));
  await patch(id, { published: false });
  await world.jobs.add(publishScheduled, { id, at });
  await jobsAreDone();
  expect(await get(id)).toMatchObject({ published: false, published_at: null });
});

it('is a wish for drafts and for a time to come', async () => {
  await expect(draft(inMs(-1_000))).rejects.toMatchObject(refused('Choose a time in the future'));
  const { id } = await draft();
  await expect(patch(id, { scheduled_at: inMs(-1) })).rejects.toMatchObject(refused('Choose a time in the future'));
  await expect(patch(id, { scheduled_at: 'tomorrow' })).rejects.toMatchObject({ code: 'validation_failed' });
  const at = inMs(hour);
  expect(await patch(id, { scheduled_at: at })).toMatchObject({ scheduled_at: at });
  // What a form sends back as it has found it.
  expect(await patch(id, { version: 2, title: 'Edited', scheduled_at: at })).toMatchObject({ scheduled_at: at });
  expect(await patch(id, { published: true, scheduled_at: at })).toMatchObject({ published: true, scheduled_at: null });
  await expect(patch(id, { scheduled_at: at })).rejects.toMatchObject(refused('Only a draft can be scheduled'));
  expect(await patch(id, { published: false, scheduled_at: at })).toMatchObject({
    published: false,
    scheduled_at: at,
  });
  expect(await world.write({ published: true, scheduled_at: at })).toMatchObject({ scheduled_at: null });
});

it('is answered as it was when it is sent again after its time', async () => {
  const [at, key] = [soon(), randomUUID()];
  const sent = { title: 'Once', slug: 'once', published: false, scheduled_at: at };
  const { id } = await world.write(sent, key);
  await published(id);
  expect(await world.write(sent, key)).toMatchObject({ id, published: true });
  await expect(world.write({ ...sent, title: 'Twice' }, key)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

it('is a status of the list', async () => {
  const scheduled = await draft(inMs(hour));
  const unscheduled = await draft();
  await world.write();
  const list = async (status: 'draft' | 'scheduled') =>
    (await world.call(posts.listEdited, { status })).items.map(({ id }) => id);
  expect(await list('scheduled')).toEqual([scheduled.id]);
  expect(await list('draft')).toEqual([unscheduled.id, scheduled.id]);
});

import { randomUUID } from 'node:crypto';
import { type PostPatch, posts } from '@docfolio/contracts/entities/post';
import { contentTrash } from '@docfolio/contracts/entities/trash';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type ContentWorld, startContentWorld } from '../testing/content-world.js';
import { publishScheduled, sweepScheduled } from './post-schedule.jobs.js';

let world: ContentWorld;

beforeAll(async () => {
  world = await startContentWorld();
});

afterAll(() => world?.stop());

beforeEach(() => world.clear());

/** @param delay ms */
const inMs = (delay: number) => new Date(Date.now() + delay).toISOString();
const soon = () => inMs(2_000);
const hour = 60 * 60_000;
const draft = (scheduled_at?: string | null) => world.createPost({ published: false, scheduled_at });
const patch = (id: string, changes: Partial<PostPatch>) => world.call(posts.patch, { id, ...changes });
const get = (id: string) => world.call(posts.get, { id });
const published = (id: string) => waitFor('it is published', async () => (await get(id)).published);
const passed = (at: string) => waitFor('its time has passed', async () => Date.now() > Date.parse(at));
/** Waits until all jobs due now have run, by publishing another draft with a job that is queued after them. */
const jobsAreDone = async () => {
  const { id } = await draft(inMs(hour));
  const at = new Date();
  await world.collection('blog_posts').updateOne({ _id: id }, { $set: { scheduled_at: at } });
  // A delayed job is queued after those that are due before it.
  await world.jobs.add(publishScheduled, { id, at: at.toISOString() }, { delay: 1 });
  await published(id);
};
const refused = (message: string) => ({
  code: 'validation_failed',
  errors: [{ path: 'scheduled_at', message }],
});

it('publishes a draft at its time, invalidates caches and notifies open CRMs', async () => {
  const at = soon();
  const { id, slug } = await draft(at);
  expect(await get(id)).toMatchObject({ published: false, published_at: null, scheduled_at: at });
  await expect(world.call(posts.read, { slug })).rejects.toMatchObject({ code: 'not_found' });
  await published(id);
  const post = await get(id);
  expect(post).toMatchObject({ published: true, scheduled_at: null, version: 2 });
  expect(Date.parse(post.published_at!)).toBeGreaterThanOrEqual(Date.parse(at));
  expect(await world.call(posts.read, { slug })).toMatchObject({ id });
  expect(world.invalidatedTags).toContain('posts');
  await waitFor('open CRMs are notified', async () =>
    (await world.liveChanges()).some((change) => change.id === id && change.act === 'changed'),
  );
});

it('publishes drafts whose job was lost, by the sweep', async () => {
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

it('does nothing for drafts that were rescheduled, unscheduled, published or deleted', async () => {
  const at = soon();
  const [moved, cancelled, early, deleted] = [await draft(at), await draft(at), await draft(at), await draft(at)];
  const later = inMs(hour);
  expect(await patch(moved.id, { scheduled_at: later })).toMatchObject({ scheduled_at: later });
  expect(await patch(cancelled.id, { scheduled_at: null })).toMatchObject({ scheduled_at: null });
  const { published_at } = await patch(early.id, { published: true });
  await world.call(posts.delete, { id: deleted.id });
  await passed(at);
  await jobsAreDone();
  expect(await get(moved.id)).toMatchObject({ published: false, scheduled_at: later, version: 2 });
  expect(await get(cancelled.id)).toMatchObject({ published: false, version: 2 });
  expect(await get(early.id)).toMatchObject({ published: true, published_at, scheduled_at: null, version: 2 });
  await world.call(contentTrash.restore, { type: 'blog_posts', id: deleted.id });
  await world.jobs.add(sweepScheduled, {});
  await jobsAreDone();
  // Its time passed in the trash, so it must not be published.
  expect(await get(deleted.id)).toMatchObject({ published: false, scheduled_at: null });
});

it('keeps the future schedule of a restored draft', async () => {
  const at = inMs(2_000);
  const { id } = await draft(at);
  await world.call(posts.delete, { id });
  await world.call(contentTrash.restore, { type: 'blog_posts', id });
  await published(id);
});

it('publishes a draft once and not early, even if several jobs run before its time', async () => {
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

it('accepts a schedule only for drafts and only in the future', async () => {
  await expect(draft(inMs(-1_000))).rejects.toMatchObject(refused('Choose a time in the future'));
  const { id } = await draft();
  await expect(patch(id, { scheduled_at: inMs(-1) })).rejects.toMatchObject(refused('Choose a time in the future'));
  await expect(patch(id, { scheduled_at: 'tomorrow' })).rejects.toMatchObject({ code: 'validation_failed' });
  const at = inMs(hour);
  expect(await patch(id, { scheduled_at: at })).toMatchObject({ scheduled_at: at });
  // A form sends the stored time back unchanged.
  expect(await patch(id, { version: 2, title: 'Edited', scheduled_at: at })).toMatchObject({ scheduled_at: at });
  expect(await patch(id, { published: true, scheduled_at: at })).toMatchObject({ published: true, scheduled_at: null });
  await expect(patch(id, { scheduled_at: at })).rejects.toMatchObject(refused('Only a draft can be scheduled'));
  expect(await patch(id, { published: false, scheduled_at: at })).toMatchObject({
    published: false,
    scheduled_at: at,
  });
  expect(await world.createPost({ published: true, scheduled_at: at })).toMatchObject({ scheduled_at: null });
});

it('accepts a retry of a scheduled create after its time', async () => {
  const [at, key] = [soon(), randomUUID()];
  const sent = { title: 'Once', slug: 'once', published: false, scheduled_at: at };
  const { id } = await world.createPost(sent, key);
  await published(id);
  expect(await world.createPost(sent, key)).toMatchObject({ id, published: true });
  await expect(world.createPost({ ...sent, title: 'Twice' }, key)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
});

it('filters the owner’s list by the status scheduled', async () => {
  const scheduled = await draft(inMs(hour));
  const unscheduled = await draft();
  await world.createPost();
  const list = async (status: 'draft' | 'scheduled') =>
    (await world.call(posts.listEdited, { status })).items.map(({ id }) => id);
  expect(await list('scheduled')).toEqual([scheduled.id]);
  expect(await list('draft')).toEqual([unscheduled.id, scheduled.id]);
});

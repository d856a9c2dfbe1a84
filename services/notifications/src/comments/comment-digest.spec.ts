import { randomUUID } from 'node:crypto';
import { commentReceived } from '@docfolio/contracts/entities/comment-moderation';
import { openQueue } from '@docfolio/service-kit/queue';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type NotificationsWorld, startFolderWorld } from '../testing/notifications-world.js';
import { mailDigest } from './comment-digest.jobs.js';

const owner = 'owner@example.com';
let world: NotificationsWorld;
let windows: ReturnType<typeof openQueue<object>>;

const comment = (fields: object = {}) => ({
  id: randomUUID(),
  post_title: 'The outbox in the document',
  post_slug: 'the-outbox-in-the-document',
  author_name: 'Mei',
  content: 'Well said.',
  ...fields,
});
const receive = (fields: object = {}, ...ids: string[]) => world.publish(commentReceived, comment(fields), ...ids);
/** The window of the world's service. */
const windowSeconds = 3_600;
const digests = () => world.database.collection<{ _id: string; state: string }>('comment_digests');
/** Resolves when the open digest has `count` comments and every event is handled. */
const gather = async (count: number) => {
  const full = { state: 'open', [`comment_ids.${count - 1}`]: { $exists: true } };
  await waitFor(`${count} comments in the open window`, async () => (await digests().countDocuments(full)) === 1);
  await waitFor('the queue is worked off', () => world.idle());
};
/** Ends the open window, and resolves when its email is in the outbox. */
const endWindow = async (mail: number) => {
  const [job, ...more] = await windows.getDelayed();
  expect(more).toEqual([]);
  await job!.promote();
  await waitFor('the mail', async () => (await mails()).length === mail);
  await waitFor('the window is closed', async () => (await digests().distinct('state')).join() === 'mailed');
};
/** Returns the emails with folded lines joined. */
const mails = async () =>
  (await world.outbox()).map(({ source, ...mail }) => ({ ...mail, source: source.replace(/=\r\n/g, '') }));

beforeAll(async () => {
  world = await startFolderWorld();
  windows = openQueue<object>(`jobs-${mailDigest.name}`, world.redis);
});
afterEach(() => world.clear());
afterAll(async () => {
  await windows?.close();
  await world?.stop();
});

it('sends a digest of a comment at the end of its window, with an excerpt and links', async () => {
  await receive({ content: `First line.\n\n${'long '.repeat(200)}end` });
  await gather(1);
  const [job] = await windows.getDelayed();
  expect(job!.delay).toBeGreaterThan((windowSeconds - 60) * 1_000);
  expect(await mails()).toEqual([]);
  await endWindow(1);
  const [mail] = await mails();
  expect(mail!.to).toBe(owner);
  expect(mail!.source).toMatch(/^Subject: New comment from Mei$/m);
  expect(mail!.source).toContain('First line. long long');
  expect(mail!.source).not.toContain('end');
  expect(mail!.source).toContain('https://docfolio.example/admin/blog/comments');
  expect(mail!.source).toContain('https://docfolio.example/blog/the-outbox-in-the-document');
});

it('sends one email per window for several comments, and none for a duplicate event', async () => {
  const first = comment({ author_name: 'Ada' });
  const id = await world.publish(commentReceived, first);
  await Promise.all(['Ben', 'Cleo', 'Dora'].map((author_name) => receive({ author_name })));
  await world.publish(commentReceived, first, id, `${id}_again`);
  await gather(4);
  await endWindow(1);
  const [mail] = await mails();
  expect(mail!.source).toMatch(/^Subject: 4 new comments$/m);
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora']) expect(mail!.source.split(name)).toHaveLength(2);
  await world.publish(commentReceived, first, id, `${id}_late`);
  await receive({ author_name: 'Eve' });
  await gather(1);
  await endWindow(2);
  const next = (await mails()).find(({ messageId }) => messageId !== mail!.messageId);
  expect(next!.source).toMatch(/^Subject: New comment from Eve$/m);
  expect(await digests().countDocuments({ 'comments.0': { $exists: true } })).toBe(0);
});

it('sends one digest for sixty concurrent comments, which lists fifty and counts the rest', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => receive({ author_name: `Reader ${index}` })));
  await gather(60);
  await endWindow(1);
  expect(await digests().countDocuments({})).toBe(1);
  const [mail] = await mails();
  expect(mail!.source).toMatch(/^Subject: 60 new comments$/m);
  expect(mail!.source).toContain('And 10 more.');
});

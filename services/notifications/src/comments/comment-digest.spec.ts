import { randomUUID } from 'node:crypto';
import { commentReceived } from '@docfolio/contracts/comment-moderation';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';

const owner = 'owner@example.com';
let world: NotificationsWorld;

const comment = (fields: object = {}) => ({
  id: randomUUID(),
  post_title: 'The outbox in the document',
  post_slug: 'the-outbox-in-the-document',
  author_name: 'Mei',
  content: 'Well said.',
  ...fields,
});
const receive = (fields: object = {}, ...ids: string[]) => world.publish(commentReceived, comment(fields), ...ids);
const start = (seconds: number) => world.start({ OWNER_EMAIL: owner, COMMENT_DIGEST_SECONDS: String(seconds) });
const digests = () => world.database.collection<{ _id: string; state: string }>('comment_digests');
/** Folded lines made whole again. */
const mails = async () =>
  (await world.outbox()).map(({ source, ...mail }) => ({ ...mail, source: source.replace(/=\r\n/g, '') }));

beforeEach(async () => {
  world = await startNotificationsWorld();
}, 60_000);
afterEach(() => world?.stop());

it('lists a comment at the end of its window, with links', async () => {
  await start(1);
  const sent = Date.now();
  await receive({ content: `First line.\n\n${'long '.repeat(200)}end` });
  await waitFor('the mail', async () => (await mails()).length === 1);
  expect(Date.now() - sent).toBeGreaterThanOrEqual(950);
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
  // Everything is there by now, so that it comes within one window.
  await start(2);
  await waitFor('the mail', async () => (await mails()).length === 1);
  const [mail] = await mails();
  expect(mail!.source).toMatch(/^Subject: 4 new comments$/m);
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora']) expect(mail!.source.split(name)).toHaveLength(2);
  await world.publish(commentReceived, first, id, `${id}_late`);
  await receive({ author_name: 'Eve' });
  await waitFor('the mail of the next window', async () => (await mails()).length === 2);
  const next = (await mails()).find(({ messageId }) => messageId !== mail!.messageId);
  expect(next!.source).toMatch(/^Subject: New comment from Eve$/m);
  expect(await digests().distinct('state')).toEqual(['mailed']);
  expect(await digests().countDocuments({ 'comments.0': { $exists: true } })).toBe(0);
});

it('opens one window for concurrent comments, and counts a flood', async () => {
  await Promise.all(Array.from({ length: 60 }, (_, index) => receive({ author_name: `Reader ${index}` })));
  await start(4);
  await waitFor('the mail', async () => (await mails()).length >= 1);
  await waitFor('nothing is left', async () => (await digests().countDocuments({ state: 'mailed' })) === 1);
  expect(await digests().countDocuments({})).toBe(1);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail!.source).toMatch(/^Subject: 60 new comments$/m);
  expect(mail!.source).toContain('And 10 more.');
});

it('sends the digest once although the service is killed while it waits', async () => {
  const doomed = await start(2);
  await receive({ author_name: 'Ada' });
  await waitFor('the window', async () => (await digests().countDocuments({ state: 'open' })) === 1);
  await doomed.kill('SIGKILL');
  await receive({ author_name: 'Ben' });
  await start(2);
  await waitFor('the mail', async () => (await digests().countDocuments({ state: 'mailed' })) >= 1);
  await waitFor('all are told of', async () => {
    const text = (await mails()).map(({ source }) => source).join();
    return text.includes('Ada') && text.includes('Ben');
  });
  const sources = (await mails()).map(({ source }) => source);
  for (const name of ['Ada on', 'Ben on']) expect(sources.filter((source) => source.includes(name))).toHaveLength(1);
  expect(new Set((await mails()).map(({ messageId }) => messageId)).size).toBe(sources.length);
}, 60_000);

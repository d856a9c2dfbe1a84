/**
 * Kills the service during the window of a digest.
 * @subject services/notifications/src/comments
 * @everyday services/notifications/src/comments/comment-digest.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { commentReceived } from '@docfolio/contracts/entities/comment-moderation';
import { openQueue } from '@docfolio/service-kit/queue';
import type { ServiceProcess } from '@docfolio/service-kit/testing/service-process';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';
import { mailDigest } from './comment-digest.jobs.js';

const owner = 'owner@example.com';
let world: NotificationsWorld;
let service: ServiceProcess;
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
/** Longer than any test: tests end a window by promoting its job. */
const windowSeconds = 3_600;
const start = () => world.start({ OWNER_EMAIL: owner, COMMENT_DIGEST_SECONDS: String(windowSeconds) });
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
  world = await startNotificationsWorld();
  windows = openQueue<object>(`jobs-${mailDigest.name}`, world.redis);
  service = await start();
});
afterEach(() => world.clear());
afterAll(async () => {
  await windows?.close();
  await world?.stop();
});

it('Each comment is in one digest although the service is killed during the window', async () => {
  await receive({ author_name: 'Ada' });
  await gather(1);
  await service.kill('SIGKILL');
  await receive({ author_name: 'Ben' });
  await start();
  await gather(2);
  await endWindow(1);
  const [mail] = await mails();
  for (const name of ['Ada on', 'Ben on']) expect(mail!.source.split(name)).toHaveLength(2);
});

import { randomUUID } from 'node:crypto';
import { type NewsletterIssue, newsletter } from '@docfolio/contracts/entities/newsletter';
import { postWithdrawn } from '@docfolio/contracts/entities/post';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type NewsletterSources, startNewsletterSources } from '../testing/newsletter-sources.js';
import { ask, type SmtpWorld, startSmtpWorld } from '../testing/notifications-world.js';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../testing/smtp-sink.js';

let world: SmtpWorld;
let sources: NewsletterSources;
let port: number;
let sink: SmtpSink | undefined;

const listen = async (options: SmtpSinkOptions = {}) => {
  sink = await startSmtpSink(port, options);
  return sink;
};
/** Starts a mail server that accepts `count` emails and holds further ones until `release`. */
const listenAndHoldAfter = async (count: number) => {
  let offered = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await listen({ taking: () => (++offered > count ? released : undefined) });
  return { server, release: () => release(), offered: () => offered };
};
const order = (post_id: string, key: string = randomUUID()) =>
  world.rpc.call(newsletter.create, { post_id }, { ...ask(), idempotencyKey: key });
const get = (id: string) => world.rpc.call(newsletter.get, { id }, ask());
const deliveries = (id: string, query = {}) => world.rpc.call(newsletter.deliveries, { id, ...query }, ask());
const act = (name: 'pause' | 'resume' | 'retry', id: string) => world.rpc.call(newsletter[name], { id }, ask());
const done = (id: string, timeout = 80_000) =>
  waitFor('the issue is done', async () => (await get(id)).state === 'done', timeout);
/** Returns the recipient of each received email, sorted. */
const reached = () => (sink?.received ?? []).map(({ to }) => to!).sort();
const addresses = () => sources.recipients.map(({ email }) => email).sort();
const counted = ({ recipients, waiting, sent, failed, unknown }: NewsletterIssue) => ({
  ...{ recipients, waiting, sent, failed, unknown },
});

beforeAll(async () => {
  world = await startSmtpWorld();
  port = world.smtpPort;
  const { host, port: redisPort } = world.redis.options;
  sources = await startNewsletterSources(`redis://${host}:${redisPort}`);
});
afterEach(async () => {
  await sink?.close();
  sink = undefined;
  sources.recipients.length = 0;
  await world.clear();
});
afterAll(async () => {
  await sources?.stop();
  await world?.stop();
});

it('sends a post once to each of sixty over at most five connections, with a tenth refused at first', async () => {
  const deferred = new Set<string>();
  let most = 0;
  const server = await listen({
    defers: (address) => {
      if (Number(/\d+/.exec(address)![0]) % 10 !== 3 || deferred.has(address)) return false;
      deferred.add(address);
      return true;
    },
    taking: async () => {
      most = Math.max(most, server.conversations());
    },
  });
  sources.subscribe(60);
  const { id } = await order(sources.addPost().id);
  await done(id);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(5);
  expect(deferred.size).toBe(6);
  expect(reached()).toEqual(addresses());
  const issue = await get(id);
  expect(counted(issue)).toEqual({ recipients: 60, waiting: 0, sent: 60, failed: 0, unknown: 0 });
  expect(
    await world.database
      .collection('newsletter_deliveries')
      .countDocuments({ state: 'sent', email: { $exists: true } }),
  ).toBe(0);
  // A second issue of the post goes only to recipients who subscribed since.
  sources.subscribe(1);
  const { post_id } = issue;
  expect(await world.rpc.call(newsletter.audience, { post_id }, ask())).toEqual({ recipients: 1, had: 60 });
  const second = await order(post_id);
  await done(second.id);
  expect(reached()).toEqual(addresses());
  expect(counted(await get(second.id))).toEqual({ recipients: 1, waiting: 0, sent: 1, failed: 0, unknown: 0 });
}, 180_000);

it('pauses and resumes a newsletter issue, idempotently', async () => {
  const { server, release } = await listenAndHoldAfter(20);
  sources.subscribe(150);
  const { id } = await order(sources.addPost().id);
  await waitFor('some are out', async () => server.received.length >= 20);
  expect((await act('pause', id)).state).toBe('paused');
  release();
  await waitFor('it stands still', async () => {
    const before = server.received.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return server.received.length === before && (await get(id)).sent === before;
  });
  const out = server.received.length;
  expect(out).toBeLessThan(150);
  expect((await act('pause', id)).state).toBe('paused');
  expect(counted(await get(id))).toEqual({ recipients: 150, waiting: 150 - out, sent: out, failed: 0, unknown: 0 });
  expect((await act('resume', id)).state).toBe('sending');
  await act('resume', id);
  await done(id);
  expect(reached()).toEqual(addresses());
  expect(counted(await get(id))).toEqual({ recipients: 150, waiting: 0, sent: 150, failed: 0, unknown: 0 });
  await expect(act('pause', id)).rejects.toMatchObject({ code: 'conflict' });
}, 180_000);

it('marks permanently refused emails as failed with the reason, and retries them on request', async () => {
  let full = true;
  await listen({ refuses: (address) => full && address.includes('-7@') });
  sources.subscribe(12);
  const { id } = await order(sources.addPost().id);
  await done(id);
  expect(counted(await get(id))).toEqual({ recipients: 12, waiting: 0, sent: 11, failed: 1, unknown: 0 });
  expect((await deliveries(id, { state: 'failed' })).items).toMatchObject([
    { email: 'reader-7@bulk.example', last_error: 'SMTP 550', state: 'failed' },
  ]);
  full = false;
  expect((await act('retry', id)).state).toBe('sending');
  await done(id);
  expect(reached()).toEqual(addresses());
  expect((await act('retry', id)).state).toBe('done');
}, 180_000);

it('pauses an issue when its post is unpublished, and resumes it only after the post is published again', async () => {
  const { server, release } = await listenAndHoldAfter(10);
  sources.subscribe(150);
  const post = sources.addPost();
  const { id } = await order(post.id);
  await waitFor('some are out', async () => server.received.length >= 10);
  sources.posts.set(post.id, { ...post, published: false });
  await world.publish(postWithdrawn, { id: post.id });
  await waitFor('it is paused', async () => (await get(id)).state === 'paused');
  release();
  const refused = { code: 'conflict', detail: 'Publish the post first' };
  for (const name of ['resume', 'retry'] as const) await expect(act(name, id)).rejects.toMatchObject(refused);
  sources.posts.delete(post.id);
  await expect(act('resume', id)).rejects.toMatchObject(refused);
  expect((await get(id)).state).toBe('paused');
  expect(server.received.length).toBeLessThan(150);
  sources.posts.set(post.id, post);
  await act('resume', id);
  await done(id);
  expect(reached()).toEqual(addresses());
  await world.publish(postWithdrawn, { id: post.id });
  await waitFor('the queue is worked off', () => world.idle());
  expect((await get(id)).state).toBe('done');
}, 180_000);

it('skips recipients who unsubscribed while the issue was paused', async () => {
  // Before the pause, each of the three batches waits for the server, so none is about to send another email.
  const { release, offered } = await listenAndHoldAfter(5);
  sources.subscribe(60);
  const { id } = await order(sources.addPost().id);
  await waitFor('every batch holds a mail', async () => offered() === 8);
  await act('pause', id);
  const [left] = (await deliveries(id, { state: 'waiting' })).items;
  const index = sources.recipients.findIndex((recipient) => recipient.id === left!.subscriber_id);
  const [unsubscribed] = sources.recipients.splice(index, 1);
  // The issue is resumed before the held emails are sent: the batches of the previous round must not continue.
  await act('resume', id);
  release();
  await done(id);
  expect(reached()).toEqual(addresses());
  expect(reached()).not.toContain(unsubscribed!.email);
  expect((await get(id)).recipients).toBe(59);
}, 180_000);

it('waits for a mail server that is down, and does not resend an email that was in transit when it crashed', async () => {
  sources.subscribe(3);
  const { id } = await order(sources.addPost().id);
  await waitFor('a try', async () => (await deliveries(id)).items.some(({ last_error }) => last_error !== null));
  await waitFor('the reason is told', async () => (await get(id)).held_up !== null);
  expect(await get(id)).toMatchObject({ state: 'sending', waiting: 3, held_up: expect.stringMatching(/^E[A-Z]+$/) });
  const victim = 'reader-1@bulk.example';
  const server = await listen({
    taking: ({ to }) => (to === victim ? new Promise(() => server.cut()) : undefined),
  });
  await done(id);
  expect(counted(await get(id))).toEqual({ recipients: 3, waiting: 0, sent: 2, failed: 0, unknown: 1 });
  expect((await get(id)).held_up).toBeNull();
  expect((await deliveries(id, { state: 'unknown' })).items).toMatchObject([{ email: victim }]);
  expect((await act('retry', id)).state).toBe('done');
  expect(reached()).toEqual(addresses());
}, 180_000);

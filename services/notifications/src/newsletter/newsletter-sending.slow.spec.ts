/**
 * Sends newsletter issues to hundreds of recipients, with kills and a shutdown in the middle.
 * @subject services/notifications/src/newsletter
 * @everyday services/notifications/src/newsletter/newsletter-sending.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { type NewsletterIssue, newsletter } from '@docfolio/contracts/entities/newsletter';
import { freePort } from '@docfolio/service-kit/testing/backing-server';
import type { ServiceProcess } from '@docfolio/service-kit/testing/service-process';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type NewsletterSources, startNewsletterSources } from '../testing/newsletter-sources.js';
import { ask, type NotificationsWorld, startNotificationsWorld } from '../testing/notifications-world.js';
import { type SmtpSink, type SmtpSinkOptions, startSmtpSink } from '../testing/smtp-sink.js';

let world: NotificationsWorld;
let sources: NewsletterSources;
let service: ServiceProcess;
let port: number;
let sink: SmtpSink | undefined;

const start = async () => {
  const env = { OWNER_EMAIL: 'owner@example.com', SMTP_URL: `smtp://127.0.0.1:${port}` };
  service = await world.start(env);
};
const listen = async (options: SmtpSinkOptions = {}) => {
  sink = await startSmtpSink(port, options);
  return sink;
};
const order = (post_id: string, key: string = randomUUID()) =>
  world.rpc.call(newsletter.create, { post_id }, { ...ask(), idempotencyKey: key });
const get = (id: string) => world.rpc.call(newsletter.get, { id }, ask());
const deliveries = (id: string, query = {}) => world.rpc.call(newsletter.deliveries, { id, ...query }, ask());
const done = (id: string, timeout = 80_000) =>
  waitFor('the issue is done', async () => (await get(id)).state === 'done', timeout);
/** Returns the recipient of each received email, sorted. */
const reached = () => (sink?.received ?? []).map(({ to }) => to!).sort();
const addresses = () => sources.recipients.map(({ email }) => email).sort();
const counted = ({ recipients, waiting, sent, failed, unknown }: NewsletterIssue) => ({
  ...{ recipients, waiting, sent, failed, unknown },
});

beforeAll(async () => {
  [world, port] = await Promise.all([startNotificationsWorld(), freePort()]);
  const { host, port: redisPort } = world.redis.options;
  sources = await startNewsletterSources(`redis://${host}:${redisPort}`);
  await start();
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

it('sends a post once to each of five hundred, with a tenth refused at first and the service killed in the middle', async () => {
  const deferred = new Set<string>();
  const refusing = await listen({
    defers: (address) => {
      if (Number(/\d+/.exec(address)![0]) % 10 !== 3 || deferred.has(address)) return false;
      deferred.add(address);
      return true;
    },
  });
  sources.subscribe(500);
  const began = Date.now();
  const { id } = await order(sources.addPost().id);
  await waitFor('two hundred are out', async () => refusing.received.length >= 200);
  await service.kill('SIGKILL');
  const restarted = Date.now();
  await start();
  await done(id);
  process.stdout.write(`500 mails: ${Date.now() - began} ms with a kill, ${Date.now() - restarted} ms after it\n`);
  const issue = await get(id);
  const got = reached();
  expect(new Set(got).size).toBe(got.length);
  expect(deferred.size).toBeGreaterThan(25);
  expect(issue).toMatchObject({ recipients: 500, waiting: 0, failed: 0 });
  expect(issue.sent + issue.unknown).toBe(500);
  expect(issue.unknown).toBeLessThanOrEqual(5);
  // Recipients who were not reached are listed for the owner.
  const { items: unknown } = await deliveries(id, { state: 'unknown' });
  expect(unknown).toHaveLength(issue.unknown);
  const shown = unknown.map(({ email }) => email);
  expect(addresses().filter((address) => !got.includes(address) && !shown.includes(address))).toEqual([]);
  expect(
    await world.database
      .collection('newsletter_deliveries')
      .countDocuments({ state: 'sent', email: { $exists: true } }),
  ).toBe(0);
  // A second issue of the post goes only to recipients who subscribed since.
  const [late] = sources.subscribe(1);
  const { post_id } = issue;
  expect(await world.rpc.call(newsletter.audience, { post_id }, ask())).toEqual({ recipients: 1, had: 500 });
  const second = await order(post_id);
  await done(second.id);
  expect(reached()).toEqual([...got, late!.email].sort());
  expect(counted(await get(second.id))).toEqual({ recipients: 1, waiting: 0, sent: 1, failed: 0, unknown: 0 });
  expect((await get(id)).sent).toBe(issue.sent);
}, 180_000);

// The duration is printed, not asserted, because it depends on the load of the machine.
it('sends five hundred emails over at most five connections', async () => {
  let most = 0;
  const server = await listen({
    taking: async () => {
      most = Math.max(most, server.conversations());
    },
  });
  sources.subscribe(500);
  const began = Date.now();
  const { id } = await order(sources.addPost().id);
  await done(id);
  process.stdout.write(`500 mails in ${Date.now() - began} ms\n`);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(5);
  expect(reached()).toEqual(addresses());
  expect(counted(await get(id))).toEqual({ recipients: 500, waiting: 0, sent: 500, failed: 0, unknown: 0 });
}, 180_000);

it('finishes the email in transit at shutdown, so that its delivery is never unknown', async () => {
  const slow = await listen({ taking: () => new Promise((resolve) => setTimeout(resolve, 150)) });
  sources.subscribe(200);
  const { id } = await order(sources.addPost().id);
  await waitFor('some are out', async () => slow.received.length >= 10);
  await service.kill('SIGTERM');
  expect(await service.exited()).toBe(0);
  const out = slow.received.length;
  expect(out).toBeLessThan(200);
  await start();
  await done(id);
  expect(reached()).toEqual(addresses());
  expect(counted(await get(id))).toEqual({ recipients: 200, waiting: 0, sent: 200, failed: 0, unknown: 0 });
}, 180_000);

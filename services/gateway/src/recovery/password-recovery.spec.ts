import { createHash, randomUUID } from 'node:crypto';
import {
  passwordRecoveryRequested,
  type Session,
  session as sessionSchema,
} from '@docfolio/contracts/entities/session';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { getModelToken } from '@docfolio/service-kit/mongo/mongo.module';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { SecretHandover } from '@docfolio/service-kit/secret-handover';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import type { Model } from 'mongoose';
import { passwordRecoveriesCollection } from '../accounts/collections.js';
import type { PasswordRecovery } from '../accounts/password-recovery.js';
import { UsersRepository } from '../accounts/users.repository.js';
import { auditEntriesCollection, type StoredAuditEntry } from '../audit/audit-entry.js';
import type { Sending } from '../testing/http-client.js';
import { recordingLogger } from '../testing/recording-logger.js';
import { password, startWorld, type World } from '../testing/world.js';
import { RecoverySessions } from './recovery.service.js';

const timeout = 60_000;
const newPassword = 'a new password of mine';
const silent = createLogger('test', 'silent');

let world: World;
let redis: ReturnType<typeof connectRedis>;
let handover: SecretHandover;
let events: ReturnType<typeof openQueue>;
let jobs: ReturnType<typeof openQueue<{ email: string }>>;
const lines: string[] = [];
let clients = 0;

/** Returns an unused client address, which no rate limit has counted yet. */
const freshClient = () => `127.0.2.${++clients}`;

beforeAll(async () => {
  world = await startWorld({ logger: recordingLogger(lines) });
  redis = connectRedis(world.redis.url, 'commands', silent);
  handover = new SecretHandover(redis);
  events = openQueue(eventQueue('notifications'), redis);
  jobs = openQueue<{ email: string }>('jobs-start-password-recovery', redis);
}, timeout);
afterAll(async () => {
  await Promise.all([events.close(), jobs.close()]);
  await closeRedis(redis);
  await world.stop();
});
afterEach(() => jest.restoreAllMocks());

const recoveries = () => world.app.get<Model<PasswordRecovery>>(getModelToken(passwordRecoveriesCollection));
const request = (email: string, from = freshClient()) => world.api('POST', '/auth/recovery', { body: { email }, from });
const check = (token: string) => world.api('POST', '/auth/recovery/check', { body: { token } });
const complete = (token: string, new_password = newPassword, sending: Sending = { from: freshClient() }) =>
  world.api('POST', '/auth/recovery/complete', { body: { token, new_password }, ...sending });
const signIn = (email: string, word: string) =>
  world.api('POST', '/auth/sign-in', { body: { email, password: word }, from: freshClient() });
const statusOf = async ({ access_token: token }: Session) => (await world.api('GET', '/auth/me', { token })).status;

/** Returns the ids of the recoveries whose emails are queued for an address. */
async function due(email: string): Promise<string[]> {
  const payloads = await queuedPayloads(events, passwordRecoveryRequested);
  return payloads.filter((payload) => payload.email === email).map(({ recovery_id }) => recovery_id);
}

/** Waits until every request of an address has been processed. */
async function processed(email: string, requests: number): Promise<void> {
  const done = async () => (await jobs.getCompleted()).filter(({ data }) => data.email === email).length === requests;
  await waitFor('the requests are processed', done, timeout);
}

/** Requests a link and returns the token that the email is to carry. */
async function requestToken(email: string): Promise<string> {
  const before = new Set(await due(email));
  expect((await request(email)).status).toBe(200);
  const added = async () => (await due(email)).find((id) => !before.has(id));
  await waitFor('the email is due', async () => (await added()) !== undefined, timeout);
  return (await handover.read((await added())!))!;
}

describe('a request for a recovery link', () => {
  it(
    'gets the same response for known, unknown and deactivated addresses, and a link for the known one only',
    async () => {
      const known = await world.makeUser('admin');
      const unknown = `${randomUUID()}@example.com`;
      const deactivated = await world.makeUser('admin');
      await world.accounts.deactivate(deactivated);
      const addresses = [known, unknown, deactivated];
      const answers = await Promise.all(addresses.map((email) => request(email)));
      expect(answers.map(({ status, text }) => [status, text])).toEqual(addresses.map(() => [200, '{}']));
      for (const email of addresses) await processed(email, 1);
      await waitFor('the email is due', async () => (await due(known)).length === 1, timeout);
      expect([await due(unknown), await due(deactivated)]).toEqual([[], []]);
      expect(await recoveries().countDocuments()).toBe(1);
    },
    timeout,
  );

  it(
    'gets its response before any account is looked up, so that its time reveals nothing',
    async () => {
      const email = await world.makeUser('user');
      let lookUp: () => void = () => undefined;
      const held = new Promise((resolve) => {
        lookUp = () => resolve(null);
      });
      const users = world.app.get(UsersRepository);
      const find = users.findByEmail.bind(users);
      const looking = jest.spyOn(users, 'findByEmail').mockImplementation(async (address) => {
        await held;
        return find(address);
      });
      // The lookup is blocked until both responses have arrived.
      const answers = [await request(email), await request(`${randomUUID()}@example.com`)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      lookUp();
      await processed(email, 1);
      expect(looking).toHaveBeenCalledWith(email);
    },
    timeout,
  );

  it(
    'does not depend on how the address is typed',
    async () => {
      const email = await world.makeUser('user');
      expect((await request(` ${email.toUpperCase()} `)).status).toBe(200);
      await waitFor('the email is due', async () => (await due(email)).length === 1, timeout);
    },
    timeout,
  );

  it(
    'sends at most three emails to an account for one client, with the same response to further requests',
    async () => {
      const email = await world.makeUser('user');
      const [stranger, owner] = [freshClient(), freshClient()];
      for (let times = 1; times <= 5; times++) expect((await request(email, stranger)).text).toBe('{}');
      await waitFor('three emails are due', async () => (await due(email)).length === 3, timeout);
      expect((await request(email, owner)).text).toBe('{}');
      await processed(email, 4);
      await waitFor('the owner has an email, too', async () => (await due(email)).length === 4, timeout);
    },
    timeout,
  );

  it(
    'sends at most ten emails to an account for all clients together',
    async () => {
      const email = await world.makeUser('user');
      for (let client = 1; client <= 4; client++) {
        const from = freshClient();
        for (let times = 1; times <= 3; times++) expect((await request(email, from)).text).toBe('{}');
      }
      await processed(email, 10);
      expect((await jobs.getJobs()).filter(({ data }) => data.email === email)).toHaveLength(10);
    },
    timeout,
  );

  it(
    'is refused with 429 from the eleventh request of one client address on',
    async () => {
      const client = freshClient();
      const statuses = [];
      for (let times = 0; times < 11; times++)
        statuses.push((await request(`${randomUUID()}@example.com`, client)).status);
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    },
    timeout,
  );
});

describe('a recovery link', () => {
  it(
    'names its account, sets the password, ends every session and opens a new one',
    async () => {
      const email = await world.makeUser('admin');
      const bystander = await world.signIn(await world.makeUser('user'));
      const old = [await world.signIn(email), await world.signIn(email)];
      const token = await requestToken(email);
      expect(token).toMatch(/^[\w-]{43}$/);
      expect((await check(token)).body).toEqual({ email, api_tokens: [] });
      expect((await complete(token, 'short')).body).toMatchObject({ errors: [{ path: 'new_password' }] });
      const answer = await complete(token);
      expect(answer.status).toBe(200);
      const session = sessionSchema.parse(answer.body);
      expect(session.user.email).toBe(email);
      expect(await Promise.all([session, bystander, ...old].map(statusOf))).toEqual([200, 200, 401, 401]);
      const refreshed = await world.api('POST', '/auth/refresh', { body: { refresh_token: old[0]!.refresh_token } });
      expect(refreshed.body).toMatchObject({ code: 'session_ended' });
      expect([(await signIn(email, password)).status, (await signIn(email, newPassword)).status]).toEqual([401, 200]);
    },
    timeout,
  );

  it(
    'works once, also when it is used five times in parallel',
    async () => {
      const email = await world.makeUser('user');
      const token = await requestToken(email);
      const client = freshClient();
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, index) => complete(token, `a new password ${index}`, { from: client })),
      );
      const statuses = answers.map(({ status }) => status);
      expect([...statuses].sort()).toEqual([200, 410, 410, 410, 410]);
      expect((await signIn(email, `a new password ${statuses.indexOf(200)}`)).status).toBe(200);
      for (const answer of [await check(token), await complete(token)])
        expect(answer.body).toMatchObject({ status: 410, code: 'link_expired' });
    },
    timeout,
  );

  it(
    'stops working after thirty minutes',
    async () => {
      const token = await requestToken(await world.makeUser('user'));
      const { requested_at, expires_at } = (await recoveries()
        .findOne({ token_hash: sha256(token) })
        .lean())!;
      expect(expires_at.getTime() - requested_at.getTime()).toBe(30 * 60_000);
      const past = new Date(Date.now() - 1);
      await recoveries().updateOne(
        { token_hash: sha256(token) },
        { $set: { expires_at: past, 'links.0.expires_at': past } },
      );
      for (const answer of [await check(token), await complete(token)])
        expect(answer.body).toMatchObject({ status: 410, code: 'link_expired' });
    },
    timeout,
  );

  it(
    'works although newer ones are requested, and ends with the first that is used',
    async () => {
      const email = await world.makeUser('user');
      const tokens = [await requestToken(email), await requestToken(email), await requestToken(email)];
      const [older, old, newest] = tokens as [string, string, string];
      expect(await Promise.all(tokens.map(async (token) => (await check(token)).status))).toEqual([200, 200, 200]);
      const answers = await Promise.all([complete(older), complete(older)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
      for (const token of tokens) expect((await check(token)).status).toBe(410);
      const after = await requestToken(email);
      for (const token of [old, newest]) expect((await complete(token)).status).toBe(410);
      expect((await check(after)).status).toBe(200);
    },
    timeout,
  );

  it(
    'works only once when two of an account are used in parallel',
    async () => {
      const email = await world.makeUser('user');
      const answers = await Promise.all(
        [await requestToken(email), await requestToken(email)].map((token) => complete(token)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    },
    timeout,
  );

  it(
    'of the version before works, which stored one per account',
    async () => {
      const email = await world.makeUser('user');
      const token = await requestToken(email);
      await recoveries().collection.updateOne({ token_hash: sha256(token) }, { $unset: { links: 1 } });
      expect([(await check(token)).status, (await complete(token)).status]).toEqual([200, 200]);
      expect((await complete(token)).status).toBe(410);
    },
    timeout,
  );

  it(
    'stops working when the password is changed in another way',
    async () => {
      const email = await world.makeUser('user');
      const token = await requestToken(email);
      await world.accounts.resetPassword(email, 'a password from outside');
      expect((await complete(token)).status).toBe(410);
      expect((await signIn(email, 'a password from outside')).status).toBe(200);
    },
    timeout,
  );

  it(
    'can be used again when the sessions could not be ended',
    async () => {
      const email = await world.makeUser('user');
      const token = await requestToken(email);
      jest.spyOn(world.app.get(RecoverySessions), 'endAllOf').mockRejectedValueOnce(new Error('no database'));
      expect((await complete(token)).status).toBe(500);
      expect((await signIn(email, password)).status).toBe(200);
      expect((await complete(token)).status).toBe(200);
    },
    timeout,
  );

  it(
    'names the API tokens of the account, and ends them, and no others, only if its user chooses so',
    async () => {
      const [email, other] = [await world.makeUser('admin'), await world.makeUser('admin')];
      const tokenOf = async (creator: string, name: string) => {
        const { access_token: token } = await world.signIn(creator);
        const body = { name, scopes: ['remotes:write:blog'] };
        return (await world.api('POST', '/admin/api-tokens', { token, body })).body as { token: string };
      };
      const [first, second, foreign] = [
        await tokenOf(email, 'blog CI'),
        await tokenOf(email, 'Laptop'),
        await tokenOf(other, 'Their CI'),
      ];
      // 503: no media service runs here, but the token was accepted.
      const statuses = async () =>
        Promise.all(
          [first, second, foreign].map(
            async ({ token }) => (await world.api('GET', '/admin/remotes/blog/builds', { token })).status,
          ),
        );
      const link = await requestToken(email);
      expect((await check(link)).body).toEqual({
        email,
        api_tokens: [second, first].map(({ token }, n) => ({
          name: ['Laptop', 'blog CI'][n],
          ending: token.slice(-4),
        })),
      });
      expect((await complete(link)).status).toBe(200);
      expect(await statuses()).toEqual([503, 503, 503]);

      const body = { token: await requestToken(email), new_password: newPassword, revoke_tokens: true };
      expect((await world.api('POST', '/auth/recovery/complete', { body, from: freshClient() })).status).toBe(200);
      expect(await statuses()).toEqual([401, 401, 503]);
      expect((await check(await requestToken(email))).body).toEqual({ email, api_tokens: [] });
    },
    timeout,
  );

  it.each(['nonsense', 'x'.repeat(43)])('is refused with an unknown token: %s', async (token) => {
    expect((await complete(token)).body).toMatchObject({ status: 410, code: 'link_expired' });
  });

  it(
    'leaves no token in plain text in the database, the queues and the logs, and no address in the logs',
    async () => {
      const email = await world.makeUser('user');
      const token = await requestToken(email);
      expect((await complete(token)).status).toBe(200);
      const collections = await recoveries().db.listCollections();
      const documents = await Promise.all(
        collections.map(({ name }) => recoveries().db.collection(name).find().toArray()),
      );
      const stored = JSON.stringify(documents);
      expect(stored).toContain(sha256(token));
      expect(stored).not.toContain(token);
      expect(JSON.stringify([await events.getJobs(), await jobs.getJobs()])).not.toContain(token);
      const log = lines.join('\n');
      expect(log).toContain('password reset with a recovery link');
      for (const secret of [token, newPassword, email]) expect(log).not.toContain(secret);
    },
    timeout,
  );
});

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

test('The audit trail says that a recovery was requested and a password reset, and that no bad link was tried', async () => {
  const email = await world.makeUser('admin');
  const token = await requestToken(email);
  await complete('not a token');
  expect((await complete(token)).status).toBe(200);
  const entries = world.app.get<Model<StoredAuditEntry>>(getModelToken(auditEntriesCollection));
  const found = await entries.find({ record_name: email }).sort({ created_at: 1 }).lean();
  expect(found.map(({ act, actor, outcome }) => [act, actor, outcome])).toEqual([
    ['recovery_requested', 'website', 'done'],
    ['password_reset', 'user', 'done'],
  ]);
  expect(JSON.stringify(await entries.find({}).lean())).not.toContain(token);
  expect(await entries.countDocuments({ operation: 'auth.completeRecovery' })).toBeGreaterThan(0);
  expect(await entries.countDocuments({ operation: 'auth.completeRecovery', outcome: { $ne: 'done' } })).toBe(0);
});

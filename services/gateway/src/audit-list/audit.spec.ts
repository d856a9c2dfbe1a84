import { randomUUID } from 'node:crypto';
import { liveStream } from '@docfolio/contracts/core/live';
import { operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type AuditEntry, recordAudited, recordsPurged } from '@docfolio/contracts/entities/audit';
import { leads } from '@docfolio/contracts/entities/lead';
import { remotes } from '@docfolio/contracts/entities/remote';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { getModelToken } from '@docfolio/service-kit/mongo/mongo.module';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import type { Model } from 'mongoose';
import { authSessionsCollection } from '../accounts/collections.js';
import { auditEntriesCollection, type StoredAuditEntry } from '../audit/audit-entry.js';
import { password, startWorld, type World } from '../testing/world.js';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const lead = randomUUID();

let world: World;
let owner: string;
let token: string;
let stored: Model<StoredAuditEntry>;
let outbox: OutboxPublisher;
let patchLead: () => Promise<unknown>;
const auditIds: (string | undefined)[] = [];

beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development', AUDIT_DAYS: '30' } });
  stored = world.app.get(getModelToken(auditEntriesCollection));
  outbox = world.app.get(OutboxPublisher);
  await world.startService({
    service: 'leads',
    handlers: {
      [operationKey(leads.patch)]: async (_input, { auditId }) => {
        auditIds.push(auditId);
        return patchLead();
      },
      [operationKey(leads.submit)]: async (_input, { auditId, recordId }) => {
        auditIds.push(auditId);
        return { id: recordId, status: 'stored' };
      },
    },
  });
  owner = await world.makeUser('admin');
  token = (await world.signIn(owner, { headers: { 'user-agent': firefox } })).access_token;
});
afterAll(() => world.stop());

const list = async (query = '') => {
  const answer = await world.api('GET', `/admin/audit${query}`, { token });
  expect(answer.status).toBe(200);
  return answer.body as { items: AuditEntry[]; total: number; next: string | null };
};
const newest = async (query = '') => (await list(query)).items[0]!;

/** Queues what a service stores beside a record's change, as its outbox does. */
const written = (entry_id: string, more: object = {}) =>
  queue(
    occurred(recordAudited, {
      entry_id,
      operation: operationKey(leads.patch),
      request_id: 'a request',
      actor: { user_id: randomUUID(), email: owner },
      kind: 'leads',
      record_id: lead,
      record_name: 'Ada Vale',
      act: 'changed',
      changes: [{ field: 'status', before: 'new', after: 'contacted' }],
      ...more,
    }),
  );
const queue = async ({ entry }: ReturnType<typeof occurred>) => {
  // The publisher's method for outbox entries also removes them from their document, of which there is none here.
  await (outbox as unknown as { enqueue(entries: unknown[]): Promise<void> }).enqueue([entry]);
  return entry.id;
};

describe('sign-ins', () => {
  it('records a sign-in with the account and the browser', async () => {
    expect(await newest('?act=signed_in')).toMatchObject({
      actor: 'user',
      who_name: owner,
      operation: 'auth.signIn',
      kind: 'users',
      record_name: owner,
      outcome: 'done',
      note: 'Firefox on Linux',
    });
  });

  it('records a wrong password as refused, for the account that was tried', async () => {
    await world.api('POST', '/auth/sign-in', { body: { email: owner, password: 'wrong' } });
    expect(await newest('?act=signed_in')).toMatchObject({
      who_name: owner,
      outcome: 'refused',
      problem: 'invalid_credentials',
    });
  });

  it('masks the address of an unknown account', async () => {
    await world.api('POST', '/auth/sign-in', { body: { email: 'stranger@example.org', password: 'wrong' } });
    expect(await newest('?act=signed_in')).toMatchObject({
      actor: 'website',
      who_name: '',
      record_id: null,
      record_name: 's•••@e•••.org',
    });
  });

  it('records sign-outs and changed passwords, and no password anywhere', async () => {
    const email = await world.makeUser('admin');
    const { access_token } = await world.signIn(email);
    const body = { current_password: password, new_password: 'another horse battery' };
    await world.api('POST', '/auth/password', { token: access_token, body });
    await world.api('POST', '/auth/sign-out', { token: access_token, body: {} });
    const acts = (await list(`?search=${email}`)).items.map(({ act, outcome }) => [act, outcome]);
    expect(acts).toEqual([
      ['signed_out', 'done'],
      ['password_changed', 'done'],
      ['signed_in', 'done'],
    ]);
    const everything = JSON.stringify(await stored.find({}).lean());
    for (const secret of [password, body.new_password, access_token]) expect(everything).not.toContain(secret);
  });

  it('records the reuse of a refresh token, and no ordinary refresh', async () => {
    const email = await world.makeUser('admin');
    const { refresh_token: first } = await world.signIn(email);
    const refresh = async (refresh_token: string) => world.api('POST', '/auth/refresh', { body: { refresh_token } });
    const { refresh_token: second } = (await refresh(first)).body as { refresh_token: string };
    const { refresh_token: third } = (await refresh(second)).body as { refresh_token: string };
    await refresh(third);
    const sessions = world.app.get<Model<{ _id: string; spent: { hash: string; at: Date }[] }>>(
      getModelToken(authSessionsCollection),
    );
    const _id = first.split('.')[0]!;
    const { spent } = (await sessions.findOne({ _id }).lean())!;
    // Longer ago than the grace period.
    await sessions.updateOne({ _id }, { $set: { spent: spent.map(({ hash }) => ({ hash, at: new Date(0) })) } });
    expect(await refresh(first)).toMatchObject({ status: 401, body: { code: 'token_reused' } });
    expect((await list(`?search=${email}`)).items.map(({ act }) => act)).toEqual(['token_reused', 'signed_in']);
  });
});

describe('an admin write', () => {
  const patch = () => world.api('PATCH', `/admin/leads/${lead}`, { token, body: { version: 1, name: 'Ada Vale' } });

  it('has an unconfirmed entry before it runs, which names operation, record and request', async () => {
    let seen: StoredAuditEntry | null = null;
    patchLead = async () => {
      seen = await stored.findOne({ _id: auditIds.at(-1) }).lean();
      throw new ProblemError('not_found');
    };
    const answer = await patch();
    expect(seen).toMatchObject({
      outcome: 'unconfirmed',
      operation: 'leads.patch',
      act: 'changed',
      kind: 'leads',
      record_id: lead,
      who_name: owner,
      request_id: answer.headers['x-request-id'],
    });
    expect(await newest(`?record=${lead}`)).toMatchObject({ outcome: 'refused', problem: 'not_found', changes: [] });
  });

  it('stays unconfirmed while nobody knows whether it happened, and becomes done when its changes arrive', async () => {
    patchLead = () => Promise.reject(new ProblemError('unavailable'));
    expect((await patch()).status).toBe(503);
    const entry = await newest(`?record=${lead}`);
    expect(entry).toMatchObject({ outcome: 'unconfirmed', problem: 'unavailable' });
    await written(entry.id);
    await waitFor('the entry is complete', async () => (await newest(`?record=${lead}`)).outcome === 'done');
    expect(await newest(`?record=${lead}`)).toMatchObject({
      id: entry.id,
      problem: null,
      record_name: 'Ada Vale',
      changes: [{ field: 'status', before: 'new', after: 'contacted' }],
    });
  });

  it('gets its changes once, however often and concurrently they are delivered', async () => {
    patchLead = () => Promise.reject(new ProblemError('unavailable'));
    await patch();
    const { id } = await newest(`?record=${lead}`);
    const event = occurred(recordAudited, {
      entry_id: id,
      operation: operationKey(leads.patch),
      request_id: 'a request',
      actor: null,
      kind: 'leads',
      record_id: lead,
      record_name: 'Ada Vale',
      act: 'changed',
      changes: [],
    });
    const other = randomUUID();
    const before = await stored.countDocuments({});
    await Promise.all([1, 2, 3].map(() => queue(event)));
    await queue(event);
    // Another record of the same call has an entry of its own.
    await written(id, { record_id: other, kind: 'projects' });
    await waitFor('the other entry', async () => (await list(`?record=${other}`)).total === 1);
    expect(await stored.countDocuments({})).toBe(before + 1);
    expect(await newest(`?record=${other}`)).toMatchObject({
      who_name: owner,
      kind: 'projects',
      operation: 'leads.patch',
    });
  });

  it('is refused if its entry cannot be stored', async () => {
    patchLead = () => Promise.reject(new Error('must not run'));
    const calls = auditIds.length;
    const insert = jest.spyOn(stored.collection, 'insertMany').mockRejectedValueOnce(new Error('disk full'));
    expect((await patch()).status).toBe(500);
    insert.mockRestore();
    expect(auditIds).toHaveLength(calls);
  });

  it('records an invalid call of a known caller', async () => {
    await world.api('PATCH', `/admin/leads/${lead}`, { token, body: { unknown: 1 } });
    expect(await newest(`?record=${lead}`)).toMatchObject({ outcome: 'refused', problem: 'validation_failed' });
  });

  it('records who was denied, by session and by API token', async () => {
    const user = await world.makeUser('user');
    const session = (await world.signIn(user)).access_token;
    await world.api('DELETE', `/admin/leads/${lead}`, { token: session });
    expect(await newest('?act=deleted')).toMatchObject({ who_name: user, outcome: 'refused', problem: 'not_allowed' });
    const body = { name: 'Deploy bot', scopes: ['remotes:write'] };
    const api = (await world.api('POST', '/admin/api-tokens', { token, body })).body as { id: string; token: string };
    await world.api('DELETE', `/admin/leads/${lead}`, { token: api.token });
    expect(await newest('?act=deleted')).toMatchObject({ actor: 'token', who: api.id, who_name: 'Deploy bot' });
    await waitFor('the changes of the token', async () => (await newest(`?record=${api.id}`)).changes.length > 0);
    const created = await newest(`?record=${api.id}`);
    expect(created).toMatchObject({ act: 'created', record_name: 'Deploy bot', who_name: owner, outcome: 'done' });
    expect(created.changes.map(({ field }) => field).sort()).toEqual(['created_by', 'name', 'scopes']);
    expect(JSON.stringify(await stored.find({}).lean())).not.toContain(api.token);
  });

  it('does not record anonymous calls and reads', async () => {
    const before = await stored.countDocuments({});
    await world.api('DELETE', `/admin/leads/${lead}`);
    await list();
    expect(await stored.countDocuments({})).toBe(before);
  });
});

it('gives a form of the website an id for what it stores, but stores no entry before it', async () => {
  const before = await stored.countDocuments({});
  const body = { name: 'Ada Vale', email: 'ada@example.org', message: 'Hello there', source: 'contact' };
  const answer = await world.api('POST', '/leads', { body, key: randomUUID() });
  expect(answer).toMatchObject({ status: 201 });
  expect(auditIds.at(-1)).toEqual(expect.any(String));
  expect(await stored.countDocuments({})).toBe(before);
  const record_id = randomUUID();
  await written(auditIds.at(-1)!, { operation: operationKey(leads.submit), actor: null, act: 'created', record_id });
  await waitFor('the entry', async () => (await list(`?record=${record_id}`)).total === 1);
  expect(await newest('?who=website&act=created')).toMatchObject({ actor: 'website', act: 'created', outcome: 'done' });
});

it('names the platform itself for what it did without a caller', async () => {
  const record_id = 'blog';
  await written(randomUUID(), {
    ...{ operation: operationKey(remotes.rollBack), actor: null, automatic: true, kind: 'remotes', record_id },
  });
  await waitFor('the entry', async () => (await list('?who=automatic')).total === 1);
  expect(await newest('?who=automatic')).toMatchObject({ actor: 'automatic', act: 'rolled_back', record_id });
});

describe('erasure', () => {
  it('removes the values of a purged record, also from entries that arrive later; field names stay', async () => {
    const record_id = randomUUID();
    await written(randomUUID(), { record_id });
    await waitFor('the entry', async () => (await list(`?record=${record_id}`)).total === 1);
    const redis = new Redis(world.redis.url);
    await redis.del(liveStream);
    await queue(occurred(recordsPurged, { kind: 'leads', ids: [record_id] }));
    await waitFor('the erasure', async () => (await newest(`?record=${record_id}`)).erased);
    const { id } = await newest(`?record=${record_id}`);
    await waitFor('the notification of open pages', async () =>
      JSON.stringify(await redis.xrange(liveStream, '-', '+')).includes(id),
    );
    redis.disconnect();
    await written(randomUUID(), { record_id });
    await waitFor('the later entry', async () => {
      const { items } = await list(`?record=${record_id}`);
      return items.length === 2 && items.every(({ erased }) => erased);
    });
    for (const entry of (await list(`?record=${record_id}`)).items)
      expect(entry).toMatchObject({ record_name: null, changes: [{ field: 'status', before: null, after: null }] });
    const everything = await stored.find({ record_id }).lean();
    expect(JSON.stringify(everything)).not.toContain('Vale');
    expect(JSON.stringify(everything)).not.toContain('contacted');
  });
});

describe('the list', () => {
  it('finds entries by request id, operation, record name and user, and pages by cursor', async () => {
    const { request_id } = await newest('?act=signed_out');
    expect((await list(`?search=${request_id}`)).items).toMatchObject([{ request_id }]);
    expect((await list('?search=api-tokens')).total).toBe(0);
    expect((await newest('?search=apiTokens.create')).operation).toBe('apiTokens.create');
    expect((await newest('?search=Deploy%20bot&act=created')).record_name).toBe('Deploy bot');
    const all = await list('?limit=100');
    const pages: AuditEntry[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const page = await list(`?limit=3${after && `&after=${after}`}`);
      pages.push(...page.items);
      after = page.next;
    }
    expect(pages.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  });

  it('filters by time, also beyond the first page', async () => {
    const { items } = await list('?limit=100');
    const [to, from] = [items[1]!.created_at, items.at(-2)!.created_at];
    const wanted = items.filter(({ created_at }) => created_at >= from && created_at < to).map(({ id }) => id);
    const first = await list(`?from=${from}&to=${to}&limit=2`);
    const second = await list(`?from=${from}&to=${to}&limit=100&after=${first.next}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(wanted);
  });

  it.each(['?limit=101', '?limit=0', '?act=unknown', '?from=yesterday', '?sort=who', '?who='])(
    'refuses %s',
    async (query) => {
      expect((await world.api('GET', `/admin/audit${query}`, { token })).status).toBe(400);
    },
  );

  it('names the people and kinds to filter by, and the days of storage', async () => {
    const { body } = await world.api('GET', '/admin/audit/options', { token });
    expect(body).toMatchObject({ days: 30, kinds: expect.arrayContaining(['leads', 'users', 'remotes']) });
    expect((body as { people: { name: string }[] }).people.map(({ name }) => name)).toEqual(
      expect.arrayContaining([owner, 'Deploy bot']),
    );
  });

  it('expires entries after the configured days', async () => {
    const { created_at, expires_at } = (await stored.findOne({}).lean())!;
    expect((expires_at.getTime() - created_at.getTime()) / 86_400_000).toBeCloseTo(30, 3);
    const indexes = await stored.listIndexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expires_at: 1 }, expireAfterSeconds: 0 }));
  });
});

it('exports the filtered trail once per link as CSV, and records the export', async () => {
  const { total } = await list('?act=signed_in');
  const answer = await world.api('POST', '/admin/audit/export', { token, body: { act: 'signed_in' } });
  const { url, file_name } = answer.body as { url: string; file_name: string };
  const file = await world.send('GET', url);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  const lines = file.text.trim().split('\r\n');
  expect(lines[0]).toContain('When,Who,Act,Operation');
  expect(lines).toHaveLength(total + 1);
  expect((await world.send('GET', url)).status).toBe(404);
  expect(await newest('?act=exported')).toMatchObject({ operation: 'audit.export', record_name: file_name });
});

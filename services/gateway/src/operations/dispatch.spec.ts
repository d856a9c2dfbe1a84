import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { submitted } from '@docfolio/contracts/core/submission';
import { recordId } from '@docfolio/contracts/core/text';
import { allOperations } from '@docfolio/contracts/operations';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { z } from 'zod';
import type { FixtureService } from '../testing/fixture-service.js';
import { startWorld, type World } from '../testing/world.js';

const note = z.object({ id: recordId, title: z.string() });
const base = { service: 'content', output: note, summary: 'A note.' } as const;
const notes = {
  send: operation({
    ...base,
    method: 'POST',
    path: '/notes',
    access: 'public',
    input: z.strictObject({ title: z.string().trim().min(1, 'Title is required') }),
    output: submitted,
    delivery: 'submission',
  }),
  list: operation({
    ...base,
    method: 'GET',
    path: '/notes',
    access: 'public',
    input: z.strictObject({ limit: z.string().transform(Number).optional(), title: z.string().optional() }),
    output: z.object({ items: z.array(note) }),
  }),
  create: operation({
    ...base,
    method: 'POST',
    path: '/admin/test-notes',
    access: 'admin',
    input: z.strictObject({ title: z.string() }),
    creates: true,
  }),
  patch: operation({
    ...base,
    method: 'PATCH',
    path: '/admin/test-notes/:id',
    access: 'admin',
    input: z.strictObject({ id: recordId, title: z.string() }),
  }),
  delete: operation({
    ...base,
    method: 'DELETE',
    path: '/admin/test-notes/:id',
    access: 'admin',
    input: z.strictObject({ id: recordId }),
    output: z.object({ id: recordId }),
  }),
};

let world: World;
let content: FixtureService;
let token: string;
let adminEmail: string;
const id = randomUUID();

beforeAll(async () => {
  const added = Object.entries(notes).map(([name, entry]) => ({ name: `notes.${name}`, operation: entry }));
  world = await startWorld({ operations: [...allOperations(), ...added], env: { RATE_LIMIT_FORMS: '1000' } });
  const recordOf = async (input: unknown, context: CallContext) => ({
    id: context.recordId || id,
    ...(input as object),
    author_email: 'secret@example.com',
  });
  const stored = new Map<string, string>();
  content = await world.startService({
    service: 'content',
    handlers: {
      'POST /notes': async (input, { recordId: made, bodyHash }) => {
        const { title } = input as { title: string };
        if (title === 'taken') throw new ProblemError('conflict', { detail: 'There is one.' });
        // As repositories do, which store the hash with the record.
        if ((stored.get(made) ?? bodyHash) !== bodyHash) throw new ProblemError('idempotency_key_reused');
        stored.set(made, bodyHash);
        return { id: made, status: 'stored', title };
      },
      'GET /notes': async (input) => {
        const { title = 'a' } = input as { title?: string };
        return { items: [{ id, title, author_email: 'secret@example.com' }], internal: true };
      },
      'POST /admin/test-notes': recordOf,
      'PATCH /admin/test-notes/:id': async (input, context) => {
        const { title } = input as { title: string };
        if (title === 'stale')
          throw new ProblemError('stale', { current: { id, title: 'newer', author_email: 'secret@example.com' } });
        return title === 'wrong' ? { id: 'not an id' } : recordOf(input, context);
      },
      'DELETE /admin/test-notes/:id': recordOf,
    },
  });
  adminEmail = await world.makeUser('admin');
  token = (await world.signIn(adminEmail)).access_token;
});
afterAll(() => world.stop());

const last = () => content.reached.at(-1)!;

describe('the compression of responses that are not cached', () => {
  const long = 'a title that compresses well '.repeat(60);
  const get = (title: string, encoding: string) =>
    world.api('GET', `/notes?${new URLSearchParams({ title })}`, { headers: { 'accept-encoding': encoding } });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('sends a read as %s', async (encoding, decompress) => {
    const plain = await get(long, 'identity');
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'accept-encoding']);
    const { headers, bytes } = await get(long, encoding);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'cache-control': 'no-store',
      'content-length': String(bytes.length),
      'content-type': 'application/json; charset=utf-8',
    });
    expect(String(decompress(bytes))).toBe(plain.text);
    expect(bytes.length).toBeLessThan(plain.text.length / 5);
  });

  it('leaves short reads, and responses to other methods', async () => {
    expect((await get('short', 'br')).headers['content-encoding']).toBeUndefined();
    const headers = { 'accept-encoding': 'br' };
    const created = await world.api('POST', '/admin/test-notes', { body: { title: long }, token, headers });
    expect([created.status, created.headers['content-encoding']]).toEqual([201, undefined]);
    expect(created.text).toContain(long);
  });
});

describe('a request', () => {
  it('reaches its service with input, actor and request id', async () => {
    const answer = await world.api('PATCH', `/admin/test-notes/${id}`, { token, body: { title: 'x' } });
    expect([answer.status, answer.body]).toEqual([200, { id, title: 'x' }]);
    expect(last()).toMatchObject({
      input: { id, title: 'x' },
      context: { actor: { email: adminEmail }, requestId: answer.headers['x-request-id'] },
    });
  });

  it('is forwarded with its input transformed only once, by the service', async () => {
    const answer = await world.api('GET', '/notes?limit=5');
    expect(answer.status).toBe(200);
    expect(last().input).toEqual({ limit: 5 });
  });

  it('gets no fields that the contract does not declare', async () => {
    const answer = await world.api('GET', '/notes');
    expect(answer.body).toEqual({ items: [{ id, title: 'a' }] });
    const removed = await world.api('DELETE', `/admin/test-notes/${id}`, { token });
    expect(removed.body).toEqual({ id });
  });

  it('ignores a session if the operation is public', async () => {
    await world.api('GET', '/notes', { token });
    expect(last().context.actor).toBeNull();
    expect((await world.api('GET', '/notes', { token: 'nonsense' })).status).toBe(200);
  });

  it('is refused if its body or query repeats a path parameter', async () => {
    const other = randomUUID();
    const answer = await world.api('PATCH', `/admin/test-notes/${id}`, { token, body: { id: other, title: 'x' } });
    expect(answer.body).toMatchObject({ status: 400, errors: [{ path: 'id', message: 'Unknown field' }] });
    const query = await world.api('DELETE', `/admin/test-notes/${id}?id=${other}`, { token });
    expect(query.body).toMatchObject({ status: 400, errors: [{ path: 'id' }] });
    const body = await world.api('DELETE', `/admin/test-notes/${id}`, { token, body: { force: true } });
    expect(body.body).toMatchObject({ status: 400, errors: [{ path: 'force' }] });
  });

  it('gets the problems of its service', async () => {
    const answer = await world.api('PATCH', `/admin/test-notes/${id}`, { token, body: { title: 'stale' } });
    expect(answer.body).toMatchObject({ status: 409, code: 'stale' });
    expect((answer.body as { current: unknown }).current).toEqual({ id, title: 'newer' });
  });

  it('gets 500 instead of a response that violates the contract', async () => {
    const answer = await world.api('PATCH', `/admin/test-notes/${id}`, { token, body: { title: 'wrong' } });
    expect(answer.body).toMatchObject({ status: 500, code: 'internal' });
  });
});

describe('a create', () => {
  it('creates one record from repeated requests with one key', async () => {
    const create = () => world.api('POST', '/admin/test-notes', { token, body: { title: 'x' }, key: 'one' });
    const [first, second] = [await create(), await create()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
  });

  it('creates one record per request without a key', async () => {
    const create = () => world.api('POST', '/admin/test-notes', { token, body: { title: 'x' } });
    const [first, second] = [await create(), await create()];
    expect(second.body).not.toEqual(first.body);
  });

  it.each(['', 'a b', 'é', 'x'.repeat(201)])('refuses the key %j', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const answer = await world.api('POST', '/notes', { body: { title: 'x' }, headers });
    expect(answer.body).toMatchObject({ status: 400, errors: [{ path: 'Idempotency-Key' }] });
  });

  it('accepts keys of one to 200 characters', async () => {
    for (const key of ['~', '!'.repeat(200)])
      expect((await world.api('POST', '/notes', { body: { title: 'x' }, key })).status).toBe(201);
  });
});

describe('a submission', () => {
  const send = (title: string, key = randomUUID() as string) => world.api('POST', '/notes', { body: { title }, key });

  it('is stored and returns only its id', async () => {
    const answer = await send('hello');
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.any(String), status: 'stored' });
  });

  it('creates one record from concurrent repeats', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('hello', 'ten-times')));
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    // On a busy machine, some get 202: stored, with the result to follow.
    expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 202)).toEqual([]);
    expect((await send('another', 'ten-times')).body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  it('is refused with the messages of its form before it reaches the service', async () => {
    const before = content.reached.length;
    const answer = await send('  ');
    expect(answer.body).toMatchObject({ status: 400, errors: [{ path: 'title', message: 'Title is required' }] });
    expect(content.reached.length).toBe(before);
  });

  it('gets the refusal of its service', async () => {
    expect((await send('taken')).body).toMatchObject({ status: 409, code: 'conflict', detail: 'There is one.' });
  });

  it('is accepted with its final id while its service is down', async () => {
    await content.stop();
    const answer = await send('later', 'later');
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ id: expect.any(String), status: 'accepted' });
    content = await world.startService({
      service: 'content',
      handlers: { 'POST /notes': async (_input, { recordId: made }) => ({ id: made, status: 'stored' }) },
    });
    const again = await send('later', 'later');
    expect([again.status, again.body]).toEqual([201, { ...(answer.body as object), status: 'stored' }]);
  });
});

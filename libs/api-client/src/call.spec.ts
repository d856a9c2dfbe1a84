import { type CallInput, operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { auth } from '@docfolio/contracts/entities/session';
import { z } from 'zod';
import { call, newIdempotencyKey } from './call.js';
import { retryAfterSeconds } from './response.js';
import { signIn, signOut } from './session.js';
import { FixtureServer } from './testing/fixture-server.js';
import { sampleLead, sampleSession, sampleUser } from './testing/samples.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const lead: CallInput<typeof leads.submit> = {
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello',
  source: 'contact',
};
const accepted = { id: sampleLead.id, status: 'accepted' };

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
afterEach(() => server.reset());
afterAll(() => server.stop());

const problemOf = (promise: Promise<unknown>): Promise<ProblemError> =>
  promise.then(
    () => {
      throw new Error('The call succeeded');
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(ProblemError);
      return error as ProblemError;
    },
  );

async function withSession(work: () => Promise<void>): Promise<void> {
  server.on(auth.me, { json: { user: sampleUser, is_admin: true } });
  server.on(auth.signIn, { json: sampleSession(1) });
  server.on(auth.signOut, { json: {} });
  await signIn('owner@example.com', 'correct horse');
  try {
    await work();
  } finally {
    await signOut();
  }
}

describe('call', () => {
  it('sends a public create as JSON with a new Idempotency-Key and without a token', async () => {
    server.on(leads.submit, { status: 201, json: { id: sampleLead.id, status: 'stored' } });
    expect(await call(leads.submit, lead)).toEqual({ id: sampleLead.id, status: 'stored' });
    const [request] = server.requestsOf(leads.submit);
    expect(request?.body).toEqual(lead);
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers['idempotency-key']).toMatch(uuid);
    expect(request?.headers.authorization).toBeUndefined();
  });

  it('sends the given Idempotency-Key and resolves for an accepted submission (202)', async () => {
    server.on(leads.submit, { status: 202, json: accepted });
    expect(await call(leads.submit, lead, { idempotencyKey: 'my-key' })).toEqual(accepted);
    expect(server.requestsOf(leads.submit)[0]?.headers['idempotency-key']).toBe('my-key');
  });

  it('sends path parameters in the path, other fields in the query of a read or the body of a write', () =>
    withSession(async () => {
      server.on(leads.list, { json: { items: [sampleLead], total: 1, total_exact: true, next: null } });
      server.on(leads.patch, { json: sampleLead });
      await call(leads.list, { search: 'a&b c', status: 'new', source: undefined, limit: 10 });
      await call(leads.patch, { id: sampleLead.id, status: 'lost', phone: null });
      const [list] = server.requestsOf(leads.list);
      expect(list?.query).toEqual({ search: 'a&b c', status: 'new', limit: '10' });
      expect(list?.headers.authorization).toBe('Bearer access-1');
      expect(list?.headers['idempotency-key']).toBeUndefined();
      const [patch] = server.requestsOf(leads.patch);
      expect(patch?.path).toBe(`/admin/leads/${sampleLead.id}`);
      expect(patch?.body).toEqual({ status: 'lost', phone: null });
    }));

  it('escapes path parameters and throws for a missing one', async () => {
    const byName = operation({
      service: 'media',
      method: 'GET',
      path: '/images/:name',
      access: 'public',
      input: z.strictObject({ name: z.string() }),
      output: z.object({}),
      summary: 'An image.',
    });
    server.on(byName, { json: {} });
    await call(byName, { name: '../a b?c' });
    expect(server.requests[0]?.path).toBe('/images/..%2Fa%20b%3Fc');
    await expect(call(byName, { name: '' })).rejects.toThrow('needs name');
  });

  it('ignores unknown response fields, also in strict objects', () =>
    withSession(async () => {
      server.on(leads.get, { json: { ...sampleLead, mood: 'sunny' } });
      server.on(leads.delete, { json: { id: sampleLead.id, at: 'now' } });
      expect(await call(leads.get, { id: sampleLead.id })).toEqual(sampleLead);
      expect(await call(leads.delete, { id: sampleLead.id })).toEqual({ id: sampleLead.id });
    }));

  it('throws `internal` for a response with a missing field', () =>
    withSession(async () => {
      server.on(leads.get, { json: { ...sampleLead, email: undefined } });
      expect((await problemOf(call(leads.get, { id: sampleLead.id }))).code).toBe('internal');
    }));
});

describe('call, when it fails', () => {
  it('throws the problem with its fields, request id and Retry-After', async () => {
    const errors = [{ path: 'email', message: 'Invalid email address' }];
    server.on(leads.submit, () => {
      throw new ProblemError('rate_limited', { detail: 'Wait a little', errors, retryAfter: 17 });
    });
    const problem = await problemOf(call(leads.submit, lead));
    expect(problem).toMatchObject({
      code: 'rate_limited',
      status: 429,
      detail: 'Wait a little',
      errors,
      retryAfter: 17,
    });
    expect(problem.requestId).toBe('fixture-request');
  });

  it.each([
    ['an HTML error page of a proxy', { status: 502, text: '<h1>Bad gateway</h1>', headers: { 'x-request-id': 'r1' } }],
    ['a captive portal that responds 200', { text: '<h1>Log in to the hotel</h1>' }],
    ['a broken connection', 'drop' as const],
  ])('throws `unavailable` after %s', async (_, response) => {
    server.on(leads.submit, response);
    expect((await problemOf(call(leads.submit, lead))).code).toBe('unavailable');
  });

  it('throws `unavailable` when the connection is refused', async () => {
    const refusedFetch: typeof fetch = (input, init) => fetch(new URL(String(input), 'http://127.0.0.1:1'), init);
    expect((await problemOf(call(leads.submit, lead, { fetch: refusedFetch }))).code).toBe('unavailable');
  });

  it('throws `unavailable` after the timeout', async () => {
    server.on(leads.submit, () => new Promise(() => {}));
    const problem = await problemOf(call(leads.submit, lead, { timeout: 50 }));
    expect(problem).toMatchObject({ code: 'unavailable', cause: new Error('No response within 50 ms') });
  });

  it('rejects with the reason of the aborted signal', async () => {
    const controller = new AbortController();
    server.on(leads.submit, () => {
      controller.abort(new Error('The page was left'));
      return new Promise(() => {});
    });
    await expect(call(leads.submit, lead, { signal: controller.signal })).rejects.toThrow('The page was left');
  });

  it('sends no request without a session when the operation needs one', async () => {
    expect((await problemOf(call(leads.list, {}))).code).toBe('not_signed_in');
    expect(server.requests).toEqual([]);
  });
});

describe('call with a refused access token', () => {
  it('refreshes once for concurrent calls and repeats each once with its own Idempotency-Key', () =>
    withSession(async () => {
      server.on(auth.refresh, { json: sampleSession(2) });
      server.on(leads.create, ({ headers }) => {
        if (headers.authorization !== 'Bearer access-2') throw new ProblemError('token_invalid');
        return { status: 201, json: sampleLead };
      });
      const added = { name: 'Ada', email: 'ada@example.com' };
      await Promise.all([1, 2, 3].map((n) => call(leads.create, added, { idempotencyKey: `key-${n}` })));
      expect(server.requestsOf(auth.refresh).map(({ body }) => body)).toEqual([{ refresh_token: 'refresh-1' }]);
      const keys = server.requestsOf(leads.create).map(({ headers }) => headers['idempotency-key']);
      expect(keys.sort()).toEqual(['key-1', 'key-1', 'key-2', 'key-2', 'key-3', 'key-3']);
    }));

  it('does not repeat a call a second time', () =>
    withSession(async () => {
      server.on(auth.refresh, { json: sampleSession(2) });
      server.on(leads.list, () => {
        throw new ProblemError('token_invalid');
      });
      expect((await problemOf(call(leads.list, {}))).code).toBe('token_invalid');
      expect(server.requestsOf(leads.list)).toHaveLength(2);
      expect(server.requestsOf(auth.refresh)).toHaveLength(1);
    }));

  it('does not refresh the session after a wrong current password', () =>
    withSession(async () => {
      server.on(auth.changePassword, () => {
        throw new ProblemError('invalid_credentials');
      });
      const input = { current_password: 'wrong', new_password: 'a longer password' };
      expect((await problemOf(call(auth.changePassword, input))).code).toBe('invalid_credentials');
      expect(server.requestsOf(auth.refresh)).toEqual([]);
    }));
});

it('creates Idempotency-Keys without crypto.randomUUID, as on plain HTTP', () => {
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  const original = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
  Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues }, configurable: true });
  try {
    const keys = [newIdempotencyKey(), newIdempotencyKey()];
    for (const key of keys) expect(key).toMatch(uuid);
    expect(keys[0]).not.toBe(keys[1]);
  } finally {
    Object.defineProperty(globalThis, 'crypto', original);
  }
});

it('parses Retry-After as seconds and as a date', () => {
  const now = Date.parse('2026-02-01T10:00:00Z');
  expect(retryAfterSeconds('120', now)).toBe(120);
  expect(retryAfterSeconds('Sun, 01 Feb 2026 10:00:30 GMT', now)).toBe(30);
  expect(retryAfterSeconds('Sun, 01 Feb 2026 09:00:00 GMT', now)).toBe(0);
  expect(retryAfterSeconds('soon', now)).toBeUndefined();
  expect(retryAfterSeconds(null, now)).toBeUndefined();
});

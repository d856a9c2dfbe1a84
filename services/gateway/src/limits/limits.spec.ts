import { randomUUID } from 'node:crypto';
import { operation } from '@docfolio/contracts/core/operation';
import { submitted } from '@docfolio/contracts/core/submission';
import { allOperations } from '@docfolio/contracts/operations';
import { z } from 'zod';
import type { Answer } from '../testing/http-client.js';
import { password, startWorld, type World } from '../testing/world.js';

const form = operation({
  service: 'content',
  method: 'POST',
  path: '/forms',
  access: 'public',
  input: z.strictObject({ name: z.string().min(1, 'Name is required') }),
  output: submitted,
  delivery: 'submission',
  summary: 'A form.',
});

let world: World;

beforeAll(async () => {
  world = await startWorld({
    operations: [...allOperations(), { name: 'forms.submit', operation: form }],
    env: { TRUSTED_PROXIES: '127.0.7.1', RATE_LIMIT_REQUESTS: '200' },
  });
  await world.startService({
    service: 'content',
    handlers: { 'POST /forms': async (_input, { recordId }) => ({ id: recordId, status: 'stored' }) },
  });
});
afterAll(() => world.stop());

const signIn = (email: string, word: string, from: string, headers = {}) =>
  world.api('POST', '/auth/sign-in', { body: { email, password: word }, from, headers });
const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

async function inTurn<T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index++) results.push(await act(index));
  return results;
}

function expectLimited(answer: Answer | undefined): void {
  expect(answer?.body).toMatchObject({ status: 429, code: 'rate_limited' });
  const seconds = Number(answer?.headers['retry-after']);
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(300);
}

describe('signing in', () => {
  it('is refused after five failures for one account from one address', async () => {
    const email = await world.makeUser('user');
    const answers = await inTurn(6, () => signIn(email, 'wrong', '127.0.2.1'));
    expect(statuses(answers)).toEqual([401, 401, 401, 401, 401, 429]);
    expectLimited(answers[5]);
    // The right password is refused too; otherwise guessing could continue.
    expectLimited(await signIn(email, password, '127.0.2.1'));
    // The account can still sign in from another address.
    expect((await signIn(email, password, '127.0.2.2')).status).toBe(200);
    // The address can still sign in to another account.
    expect((await signIn(await world.makeUser('user'), password, '127.0.2.1')).status).toBe(200);
  });

  it('is limited equally for concurrent guesses', async () => {
    const email = await world.makeUser('user');
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(email, 'wrong', '127.0.2.3')));
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(5);
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(7);
  });

  it('is refused after 20 failures from one address, whatever the accounts', async () => {
    const answers = await inTurn(21, (index) => signIn(`nobody-${index}@example.com`, 'wrong', '127.0.2.4'));
    expect(statuses(answers)).toEqual([...Array(20).fill(401), 429]);
    expectLimited(answers[20]);
  });

  it('counts failures only, and resets the count of an account after a success', async () => {
    const email = await world.makeUser('user');
    const from = '127.0.2.5';
    expect(statuses(await inTurn(8, () => signIn(email, password, from)))).toEqual(Array(8).fill(200));
    await inTurn(4, () => signIn(email, 'wrong', from));
    expect((await signIn(email, password, from)).status).toBe(200);
    expect(statuses(await inTurn(5, () => signIn(email, 'wrong', from)))).toEqual(Array(5).fill(401));
  });

  it('is delayed, not refused, for an account that is attacked from many addresses', async () => {
    const email = await world.makeUser('user');
    await Promise.all(Array.from({ length: 20 }, (_, index) => signIn(email, 'wrong', `127.0.3.${index + 1}`)));
    const started = performance.now();
    expect((await signIn(email, password, '127.0.4.1')).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(900);
  });

  it('counts by socket address, and ignores X-Forwarded-For of clients', async () => {
    const email = await world.makeUser('user');
    const spoofed = await inTurn(6, (index) =>
      signIn(email, 'wrong', '127.0.5.1', { 'x-forwarded-for': `198.51.100.${index}` }),
    );
    expect(statuses(spoofed)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts by the client address that a trusted proxy reports', async () => {
    const email = await world.makeUser('user');
    const attempt = (client: string) => signIn(email, 'wrong', '127.0.7.1', { 'x-forwarded-for': client });
    expect(statuses(await inTurn(6, () => attempt('198.51.100.1')))[5]).toBe(429);
    expect((await attempt('198.51.100.2')).status).toBe(401);
    // An address that the client itself prepends to the header is ignored.
    expect((await attempt('203.0.113.9, 198.51.100.1')).status).toBe(429);
  });

  it('counts wrong current passwords as well', async () => {
    const email = await world.makeUser('user');
    const { access_token: token } = await world.signIn(email, { from: '127.0.2.6' });
    const guess = () =>
      world.api('POST', '/auth/password', {
        token,
        from: '127.0.2.6',
        body: { current_password: 'wrong', new_password: 'long enough to be one' },
      });
    expect(statuses(await inTurn(6, guess))).toEqual([400, 400, 400, 400, 400, 429]);
  });
});

describe('a public form', () => {
  const submit = (from: string, key?: string, name = 'Ada') =>
    world.api('POST', '/forms', { body: { name }, from, ...(key !== undefined && { key }) });

  it('is refused from the eleventh per minute on', async () => {
    const answers = await inTurn(11, () => submit('127.0.6.1'));
    expect(statuses(answers)).toEqual([...Array(10).fill(201), 429]);
    expectLimited(answers[10]);
    expect((await submit('127.0.6.2')).status).toBe(201);
  });

  it('is not counted again for a repeated key', async () => {
    const keys = Array.from({ length: 10 }, () => randomUUID() as string);
    for (const key of keys) expect((await submit('127.0.6.3', key)).status).toBe(201);
    for (const key of keys) expect((await submit('127.0.6.3', key)).status).toBe(201);
    expect((await submit('127.0.6.3')).status).toBe(429);
  });

  it('is not counted if it is invalid', async () => {
    expect(statuses(await inTurn(15, () => submit('127.0.6.4', undefined, '')))).toEqual(Array(15).fill(400));
    expect((await submit('127.0.6.4')).status).toBe(201);
  });
});

describe('all requests', () => {
  it('are rate-limited per address across all routes, unknown ones included', async () => {
    const answers = await Promise.all(
      Array.from({ length: 230 }, () => world.api('GET', '/nope', { from: '127.0.8.1' })),
    );
    expect(statuses(answers).filter((status) => status === 404)).toHaveLength(200);
    expectLimited(answers.find(({ status }) => status === 429));
    expect((await world.api('GET', '/nope', { from: '127.0.8.2' })).status).toBe(404);
  });
});

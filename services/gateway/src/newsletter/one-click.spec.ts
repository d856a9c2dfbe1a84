import { randomUUID } from 'node:crypto';
import { operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { subscriptions } from '@docfolio/contracts/entities/newsletter';
import type { FixtureService } from '../testing/fixture-service.js';
import { startWorld, type World } from '../testing/world.js';

const path = (token: string) => `/api/v1/newsletter/one-click/${token}`;
const token = () => `${randomUUID()}.${'s'.repeat(43)}`;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

let world: World;
let leads: FixtureService;
const strangers = new Set<string>();

beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMIT_ONE_CLICK: '20' } });
  leads = await world.startService({
    service: 'leads',
    handlers: {
      [operationKey(subscriptions.unsubscribe)]: async (input) => {
        if (strangers.has((input as { token: string }).token)) throw new ProblemError('not_found');
        return { status: 'unsubscribed' };
      },
    },
  });
});
afterAll(async () => {
  await leads?.stop();
  await world?.stop();
});

it.each([
  ['a form, as RFC 8058 requires', 'List-Unsubscribe=One-Click', form],
  ['a multipart form', '--x\r\n\r\nOne-Click\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['plain text', 'List-Unsubscribe=One-Click', { 'content-type': 'text/plain' }],
  ['no body', '', {}],
])('ends the subscription for a POST with %s', async (_what, raw, headers) => {
  const one = token();
  const answer = await world.send('POST', path(one), { raw, headers: headers as Record<string, string> });
  expect(answer).toMatchObject({ status: 200, body: { status: 'unsubscribed' } });
  expect(leads.reached.at(-1)!.input).toEqual({ token: one });
});

it('responds 405 to GET, HEAD and PUT, so that link previews unsubscribe nobody', async () => {
  const before = leads.reached.length;
  for (const method of ['GET', 'HEAD', 'PUT']) {
    expect(await world.send(method, path(token()))).toMatchObject({ status: 405, headers: { allow: 'POST, OPTIONS' } });
  }
  expect(leads.reached).toHaveLength(before);
});

it('responds 404 to an invalid link, without a call if it is malformed', async () => {
  const strange = token();
  strangers.add(strange);
  expect(await world.send('POST', path(strange), { raw: 'x', headers: form })).toMatchObject({ status: 404 });
  const before = leads.reached.length;
  expect(await world.send('POST', path('short'), { raw: 'x', headers: form })).toMatchObject({ status: 404 });
  expect(leads.reached).toHaveLength(before);
});

it('limits one-click unsubscribing per address to RATE_LIMIT_ONE_CLICK, without counting repeats', async () => {
  const post = (one: string) => world.send('POST', path(one), { raw: 'x', headers: form, from: '127.0.0.61' });
  const one = token();
  for (let times = 0; times < 12; times++) expect((await post(one)).status).toBe(200);
  const others = await Promise.all(Array.from({ length: 24 }, () => post(token())));
  expect(others.filter(({ status }) => status === 200)).toHaveLength(19);
  for (const { status, headers } of others)
    if (status !== 200)
      expect({ status, headers }).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
});

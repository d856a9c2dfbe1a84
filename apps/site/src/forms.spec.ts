/** @jest-environment node */
import { createServerQueryClient } from '@docfolio/api-client/query-client';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { submit } from './forms.js';

const stored = { status: 201, json: { id: '0f9619ff-8b86-4d01-b42d-00cf4fc964ff', status: 'stored' } };
const typed = { name: ' Ada ', email: 'ada@example.com', phone: '', company: '', message: 'Hello\nthere' };

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => server.on(leads.submit, stored));
afterEach(() => server.reset());
afterAll(() => server.stop());

const post = (fields: Record<string, string>, pathname = '/contact') =>
  submit(
    { pathname, fields, keyOf: (content) => `key ${JSON.stringify(content)}`.slice(0, 3) },
    createServerQueryClient({ fetch: server.fetch }),
  );

it.each([
  ['/contact', 'contact'],
  ['/services', 'services'],
  ['/portfolio', 'portfolio'],
])(
  'sends a lead form posted from %s with the source %s and redirects to the confirmation',
  async (pathname, source) => {
    const result = await post({ ...typed, budget_range: '15k-50k', website: '', unknown: 'x' }, pathname);
    expect(result).toMatchObject({
      location: '/contact/sent',
      outcome: { kind: 'sent', form: `lead.${source}`, values: { email: 'ada@example.com' } },
    });
    const [sent] = server.requestsOf(leads.submit);
    expect(sent?.headers['idempotency-key']).toBe('key');
    expect(sent?.body).toEqual({
      name: 'Ada',
      email: 'ada@example.com',
      phone: null,
      company: null,
      budget_range: '15k-50k',
      timeline: null,
      message: 'Hello\nthere',
      source,
    });
  },
);

it('sends a filled honeypot and redirects to the confirmation', async () => {
  expect(await post({ ...typed, website: 'http://spam.example' })).toMatchObject({ location: '/contact/sent' });
  expect(server.requestsOf(leads.submit)[0]?.body).toMatchObject({ website: 'http://spam.example' });
});

it('responds 422 with the specified error of each field and the typed values, without a request', async () => {
  const result = await post({ name: '', email: 'a@b.c,d@e.f', message: ' ', website: 'x' });
  expect(result).toMatchObject({
    status: 422,
    outcome: {
      errors: { name: 'Name is required', email: 'Invalid email address', message: 'Message is required' },
      values: { email: 'a@b.c,d@e.f', message: ' ' },
    },
  });
  expect(JSON.stringify(result)).not.toContain('website');
  expect(server.requestsOf(leads.submit)).toEqual([]);
});

it.each([
  ['unavailable', 503, 30],
  ['rate_limited', 429, undefined],
  ['internal', 503, undefined],
] as const)('maps the error %s to status %d with the specified text', async (code, status, retryAfter) => {
  server.on(leads.submit, () => {
    throw new ProblemError(code, { retryAfter });
  });
  expect(await post(typed)).toMatchObject({
    status,
    retryAfter,
    outcome: { title: 'Error', text: 'Something went wrong. Please try again.', values: { message: typed.message } },
  });
});

it.each([
  [60, 'in a minute'],
  [61, 'in 2 minutes'],
  [3_540, 'in 59 minutes'],
  [3_541, 'in an hour'],
  [3_601, 'in 2 hours'],
])('says when to try again if the rate limit is exceeded for %d s: %s', async (retryAfter, time) => {
  server.on(leads.submit, () => {
    throw new ProblemError('rate_limited', { retryAfter });
  });
  expect(await post(typed)).toMatchObject({
    status: 429,
    outcome: {
      title: 'Too many requests at once',
      text: `What you typed is kept. Try again ${time}.`,
      values: { email: typed.email, message: typed.message },
    },
  });
});

it('ignores a form posted to a page without a form', async () => {
  expect(await post(typed, '/about')).toBeUndefined();
});

/** @jest-environment node */
import { createServerQueryClient } from '@docfolio/api-client/query-client';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments } from '@docfolio/contracts/entities/comment';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { submit } from './forms.js';

const id = '0f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const stored = { status: 201, json: { id, status: 'stored' } };
const comment = { form: 'comment', id, author_name: 'Rui', author_email: '', content: 'Well said.', website: '' };
const subscription = { form: 'newsletter', name: '', email: 'rui@example.com', website: '' };

let server: FixtureServer;
beforeAll(async () => {
  server = await FixtureServer.start();
});
beforeEach(() => {
  server.on(comments.submit, stored);
  server.on(subscribers.submit, stored);
});
afterEach(() => server.reset());
afterAll(() => server.stop());

const post = (fields: Record<string, string>, pathname = '/blog/a-post') =>
  submit({ pathname, fields, keyOf: () => 'a-key' }, createServerQueryClient({ fetch: server.fetch }));

it('sends a posted comment and redirects to the empty form', async () => {
  expect(await post(comment)).toEqual({
    location: '/blog/a-post#comment',
    outcome: { kind: 'sent', form: 'comment', values: {} },
  });
  const [sent] = server.requestsOf(comments.submit);
  expect(sent?.headers['idempotency-key']).toBe('a-key');
  expect(sent?.body).toEqual({
    parent_comment_id: null,
    author_name: 'Rui',
    author_email: null,
    content: 'Well said.',
  });
});

it('names missing fields of a comment as the specification says', async () => {
  expect(await post({ ...comment, author_name: ' ' })).toMatchObject({
    status: 422,
    outcome: {
      title: 'Missing fields',
      text: 'Please fill in name and comment fields.',
      errors: { author_name: 'Name is required' },
      values: { content: 'Well said.' },
    },
  });
  expect(await post({ ...comment, author_email: 'x' })).toMatchObject({
    status: 422,
    outcome: { errors: { author_email: 'Invalid email address' } },
  });
  expect(await post({ ...comment, id: 'x' })).toMatchObject({ status: 422, outcome: { title: 'Error', errors: {} } });
  expect(server.requestsOf(comments.submit)).toEqual([]);
});

it.each([
  ['not_found', 404],
  ['unavailable', 503],
] as const)('says that a comment failed (%s)', async (code, status) => {
  server.on(comments.submit, () => {
    throw new ProblemError(code);
  });
  expect(await post(comment)).toMatchObject({
    status,
    outcome: { title: 'Error', text: 'Failed to submit comment. Please try again.' },
  });
});

it.each([
  ['comment', comment, comments.submit],
  ['subscription', subscription, subscribers.submit],
] as const)('says when to send a %s again if the rate limit is exceeded', async (_, fields, operation) => {
  server.on(operation, () => {
    throw new ProblemError('rate_limited', { retryAfter: 60 });
  });
  expect(await post(fields)).toMatchObject({
    status: 429,
    retryAfter: 60,
    outcome: { title: 'Too many requests at once', text: 'What you typed is kept. Try again in a minute.' },
  });
});

it.each(['/blog', '/blog/a-post'])('subscribes from %s', async (pathname) => {
  expect(await post({ ...subscription, website: 'http://spam.example' }, pathname)).toMatchObject({
    location: `${pathname}#newsletter`,
    outcome: { kind: 'sent', values: { email: 'rui@example.com' } },
  });
  expect(server.requestsOf(subscribers.submit)[0]?.body).toEqual({
    email: 'rui@example.com',
    name: null,
    source: 'blog',
    website: 'http://spam.example',
  });
});

it('reports an existing subscription as information and an invalid address as an error', async () => {
  server.on(subscribers.submit, () => {
    throw new ProblemError('already_subscribed');
  });
  expect(await post(subscription)).toMatchObject({
    status: 409,
    outcome: {
      isInfo: true,
      title: 'Already subscribed!',
      text: 'This email is already subscribed to our newsletter.',
    },
  });
  expect(await post({ ...subscription, email: '' })).toMatchObject({
    status: 422,
    outcome: { errors: { email: 'Email is required' } },
  });
});

it.each([
  [{ ...comment }, '/blog'],
  [{ ...comment, form: 'other' }, '/blog/a-post'],
])('ignores other forms', async (fields, pathname) => expect(await post(fields, pathname)).toBeUndefined());

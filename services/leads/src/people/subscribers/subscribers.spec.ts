import { randomUUID } from 'node:crypto';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { type LeadsWorld, startLeadsWorld } from '../../testing/leads-world.js';

let world: LeadsWorld;
const collection = () => world.database.collection('blog_subscribers');
const subscribe = (fields: object = {}, key?: string) =>
  world.submit(subscribers.submit, { email: 'rory@saltmarsh.example', ...fields }, key);
const taken = { code: 'already_subscribed', errors: [{ path: 'email', message: expect.any(String) }] };

beforeAll(async () => {
  world = await startLeadsWorld();
});
afterAll(() => world?.stop());
beforeEach(() => collection().deleteMany({}));

it('stores a subscriber as active and unconfirmed, with the blog as default source', async () => {
  await subscribe({ name: ' ' });
  expect(await collection().find({}).toArray()).toMatchObject([
    { email: 'rory@saltmarsh.example', name: null, source: 'blog', is_active: true, confirmed_at: null },
  ]);
});

it.each(['rory@saltmarsh.example', 'RORY@Saltmarsh.Example', '  rory@saltmarsh.example  '])(
  'refuses a second sign-up of an address spelled %j',
  async (email) => {
    await subscribe();
    await expect(subscribe({ email })).rejects.toMatchObject(taken);
    expect(await collection().countDocuments()).toBe(1);
  },
);

it('stores one subscriber for twenty concurrent sign-ups with different spellings, and reports the others as already subscribed', async () => {
  const spellings = ['rory@saltmarsh.example', 'Rory@saltmarsh.example', ' rory@SALTMARSH.example '];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => subscribe({ email: spellings[index % 3]! })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(taken);
  expect(await collection().countDocuments({ deleted_at: null })).toBe(1);
});

it('returns the same subscriber to ten concurrent requests with one key, instead of already_subscribed', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => subscribe({}, key)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await collection().countDocuments()).toBe(1);
});

it.each([
  ['unsubscribed', { is_active: false }],
  ['was deleted', { deleted_at: new Date() }],
])('accepts one of three concurrent sign-ups of an address that %s', async (_how, change) => {
  await subscribe({ name: 'Rory' });
  await collection().updateOne({}, { $set: change });
  const outcomes = await Promise.allSettled([subscribe(), subscribe(), subscribe()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await collection().find({ deleted_at: null }).toArray()).toMatchObject([{ is_active: true }]);
});

it('stores a sign-up with a filled honeypot as spam, which does not block a real sign-up of the address', async () => {
  await subscribe({ website: 'http://spam.example' });
  expect(await collection().findOne({})).toMatchObject({ is_spam: true });
  await subscribe();
  expect(await collection().countDocuments({ is_spam: false })).toBe(1);
});

it.each([
  ['', 'Email is required'],
  ['not an address', 'Invalid email address'],
  ['a@b.c,d@e.f', 'Invalid email address'],
])('refuses the address %j', async (email, message) => {
  await expect(subscribe({ email })).rejects.toMatchObject({ errors: [{ path: 'email', message }] });
});

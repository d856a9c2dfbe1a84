import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { peopleTrash } from '@docfolio/contracts/entities/trash';
import { ask, type LeadsWorld, startLeadsWorld } from '../../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../../testing/raised-events.js';

let world: LeadsWorld;
let events: RaisedEvents;
const subscribe = async (fields: object = {}) => {
  const email = `${randomUUID()}@example.com`;
  const outcome = await world.submit(subscribers.submit, { email, ...fields } as { email: string });
  return outcome.accepted ? outcome.id : outcome.result.id;
};
const list = (query: CallInput<typeof subscribers.list> = {}) => world.rpc.call(subscribers.list, query, ask());
const setActive = (id: string, is_active: boolean) => world.rpc.call(subscribers.patch, { id, is_active }, ask());
const remove = (id: string) => world.rpc.call(subscribers.delete, { id }, ask());
const restore = (id: string) => world.rpc.call(peopleTrash.restore, { type: 'blog_subscribers', id }, ask());

beforeAll(async () => {
  world = await startLeadsWorld();
  events = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await events?.close();
  await world?.stop();
});
beforeEach(() => world.database.collection('blog_subscribers').deleteMany({}));

it('lists subscribers newest first, filtered by status and source, without spam', async () => {
  const rory = await subscribe({ email: 'rory@saltmarsh.example', name: 'Rory' });
  const news = await subscribe({ source: 'newsletter' });
  const site = await subscribe({ source: 'website' });
  await subscribe({ website: 'http://spam.example' });
  await setActive(site, false);
  const idsOf = async (query: CallInput<typeof subscribers.list>) => (await list(query)).items.map(({ id }) => id);
  expect(await idsOf({})).toEqual([site, news, rory]);
  expect(await idsOf({ sort: 'subscribed_at' })).toEqual([rory, news, site]);
  expect(await idsOf({ status: 'active' })).toEqual([]);
  expect(await idsOf({ status: 'unconfirmed' })).toEqual([news, rory]);
  await world.database
    .collection('blog_subscribers')
    .updateOne({ source: 'blog' }, { $set: { confirmed_at: new Date() } });
  expect(await idsOf({ status: 'active' })).toEqual([rory]);
  expect(await idsOf({ status: 'unconfirmed' })).toEqual([news]);
  expect(await idsOf({ status: 'inactive' })).toEqual([site]);
  expect(await idsOf({ source: 'blog' })).toEqual([rory]);
  expect(await idsOf({ source: 'website', status: 'active' })).toEqual([]);
  expect(await idsOf({ search: 'SALTMARSH' })).toEqual([rory]);
  expect(await idsOf({ search: 'rory', status: 'inactive' })).toEqual([]);
});

it('sorts subscribers by address in both directions across pages', async () => {
  const addresses = ['b@x.example', 'A@x.example', 'd@x.example', 'C@x.example', 'e@x.example'];
  for (const email of addresses) await subscribe({ email });
  for (const sort of ['email', '-email'] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const screen = await list({ sort, limit: 2, ...(after && { after }) });
      seen.push(...screen.items.map(({ email }) => email[0]!.toLowerCase()));
      after = screen.next ?? undefined;
    } while (after);
    expect(seen.join('')).toBe(sort === 'email' ? 'abcde' : 'edcba');
  }
});

it('deactivates and activates a subscriber, with one event each', async () => {
  const id = await subscribe();
  expect(await setActive(id, false)).toMatchObject({ is_active: false, version: 2 });
  expect(await setActive(id, false)).toMatchObject({ is_active: false, version: 2 });
  expect(await setActive(id, true)).toMatchObject({ is_active: true, version: 3 });
  await remove(id);
  expect((await events.live(id, 4)).map(({ act }) => act)).toEqual(['created', 'changed', 'changed', 'deleted']);
  await expect(world.rpc.call(subscribers.get, { id }, ask())).rejects.toMatchObject({ code: 'not_found' });
});

it('raises no event for a subscriber marked as spam', async () => {
  const id = await subscribe({ website: 'http://spam.example' });
  expect(await world.database.collection('blog_subscribers').findOne({ _id: id as never })).toMatchObject({
    outbox: [],
  });
});

it('restores a subscriber, and responds 409 if the address has been taken', async () => {
  const email = 'rory@saltmarsh.example';
  const id = await subscribe({ email });
  await remove(id);
  await restore(id);
  expect((await list()).items).toMatchObject([{ id, email, is_active: true }]);
  await remove(id);
  await subscribe({ email: 'RORY@saltmarsh.example' });
  await expect(restore(id)).rejects.toMatchObject({ code: 'already_subscribed', errors: [{ path: 'email' }] });
  expect((await list()).total).toBe(1);
});

it('raises a deletion and a creation event when an inactive subscriber subscribes again', async () => {
  const email = 'rory@saltmarsh.example';
  const first = await subscribe({ email });
  await setActive(first, false);
  const second = await subscribe({ email });
  expect((await list()).items).toMatchObject([{ id: second, is_active: true }]);
  expect((await events.live(first, 3)).at(-1)).toMatchObject({ act: 'deleted' });
  expect(await events.live(second, 1)).toMatchObject([{ act: 'created' }]);
});

it.each([{ status: 'gone' }, { source: 'direct' }, { sort: 'name' }, { is_active: true }])(
  'refuses the query %j',
  async (query) => {
    await expect(list(query as CallInput<typeof subscribers.list>)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  },
);

it.each([{}, { is_active: 'no' }, { is_active: true, email: 'x@example.com' }, { is_active: true, version: 1 }])(
  'refuses the patch %j',
  async (changes) => {
    const id = await subscribe();
    const attempt = world.rpc.call(subscribers.patch, { id, ...changes } as { id: string; is_active: boolean }, ask());
    await expect(attempt).rejects.toMatchObject({ code: 'validation_failed' });
    expect((await list()).items).toMatchObject([{ version: 1 }]);
  },
);

import { randomUUID } from 'node:crypto';
import { confirmationRequested, subscriptions } from '@docfolio/contracts/entities/newsletter';
import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { peopleTrash } from '@docfolio/contracts/entities/trash';
import { ask, type LeadsWorld, startLeadsWorld } from '../../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../../testing/raised-events.js';

let world: LeadsWorld;
let told: RaisedEvents;
let live: RaisedEvents;
const collection = () => world.database.collection<{ _id: string; deleted_at: Date | null }>('blog_subscribers');
const subscribe = async (fields: object = {}) => {
  const input = { email: `${randomUUID()}@example.com`, ...fields };
  const outcome = await world.submit(subscribers.submit, input);
  return outcome.accepted ? outcome.id : outcome.result.id;
};
/** Waits for the confirmation event and returns its links. */
const linksOf = async (id: string) => (await told.of(confirmationRequested, id, 1))[0]!;
const visitor = () => ({ requestId: randomUUID() });
const confirm = (token: string) => world.rpc.call(subscriptions.confirm, { token }, visitor());
const unsubscribe = (token: string) => world.rpc.call(subscriptions.unsubscribe, { token }, visitor());
const confirmed = async (fields: object = {}) => {
  const id = await subscribe(fields);
  const links = await linksOf(id);
  await confirm(links.confirm_token);
  return links;
};
const recipients = (query = {}) => world.rpc.call(subscriptions.recipients, query, ask());
const record = (id: string) => collection().findOne({ _id: id });
const gone = { code: 'not_found' };

beforeAll(async () => {
  world = await startLeadsWorld();
  told = watchEvents(world.redisUrl, 'notifications');
  live = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await Promise.all([told?.close(), live?.close()]);
  await world?.stop();
});
beforeEach(() => collection().deleteMany({}));

describe('a subscription', () => {
  it('is confirmed once by its link, with one event', async () => {
    const id = await subscribe();
    const { confirm_token } = await linksOf(id);
    expect(await confirm(confirm_token)).toEqual({ status: 'confirmed' });
    const first = await record(id);
    expect(first).toMatchObject({ confirmed_at: expect.any(Date), version: 2 });
    expect(await confirm(confirm_token)).toEqual({ status: 'confirmed' });
    expect(await record(id)).toEqual({ ...first, outbox: expect.anything() });
    expect((await live.live(id, 2)).map(({ act }) => act)).toEqual(['created', 'changed']);
  });

  it('requests no confirmation for spam', async () => {
    const id = await subscribe({ website: 'http://spam.example' });
    expect(await record(id)).toMatchObject({ outbox: [] });
    const { id: real } = await confirmed();
    expect((await recipients()).items.map((one) => one.id)).toEqual([real]);
  });

  it('requests confirmation again only from an unconfirmed subscriber', async () => {
    const email = 'rory@saltmarsh.example';
    const id = await subscribe({ email });
    await expect(subscribe({ email: 'RORY@saltmarsh.example' })).rejects.toMatchObject({ code: 'already_subscribed' });
    const asked = await told.of(confirmationRequested, id, 2);
    expect(asked[1]).toEqual(asked[0]);
    await confirm(asked[0]!.confirm_token);
    await expect(subscribe({ email })).rejects.toMatchObject({ code: 'already_subscribed' });
    const { id: other } = await confirmed();
    expect(await told.of(confirmationRequested, other, 1)).toHaveLength(1);
    expect(await told.of(confirmationRequested, id, 2)).toHaveLength(2);
  });

  it('is ended by its unsubscribe link, idempotently', async () => {
    const { id, unsubscribe_token } = await confirmed();
    expect(await unsubscribe(unsubscribe_token)).toEqual({ status: 'unsubscribed' });
    expect(await record(id)).toMatchObject({ is_active: false, version: 3 });
    expect(await unsubscribe(unsubscribe_token)).toEqual({ status: 'unsubscribed' });
    expect(await record(id)).toMatchObject({ is_active: false, version: 3 });
    expect((await live.live(id, 3)).map(({ act }) => act)).toEqual(['created', 'changed', 'changed']);
  });

  it('is not confirmed by an old link after it ended or was deleted', async () => {
    const left = await subscribe();
    const removed = await subscribe();
    const [leftLinks, removedLinks] = [await linksOf(left), await linksOf(removed)];
    await unsubscribe(leftLinks.unsubscribe_token);
    await world.rpc.call(subscribers.delete, { id: removed }, ask());
    await expect(confirm(leftLinks.confirm_token)).rejects.toMatchObject(gone);
    await expect(confirm(removedLinks.confirm_token)).rejects.toMatchObject(gone);
    expect(await collection().countDocuments({ confirmed_at: { $ne: null } })).toBe(0);
  });

  it('stays ended when it is restored, if it was ended in the trash', async () => {
    const { id, unsubscribe_token } = await confirmed();
    await world.rpc.call(subscribers.delete, { id }, ask());
    await unsubscribe(unsubscribe_token);
    await world.rpc.call(peopleTrash.restore, { type: 'blog_subscribers', id }, ask());
    expect(await record(id)).toMatchObject({ is_active: false, deleted_at: null });
    expect((await recipients()).total).toBe(0);
  });

  it('of a returning subscriber is ended by the link of an older email too', async () => {
    const email = 'rory@saltmarsh.example';
    const first = await confirmed({ email });
    const before = (await recipients()).items[0]!;
    await unsubscribe(first.unsubscribe_token);
    const second = await confirmed({ email: 'Rory@saltmarsh.example' });
    expect((await recipients()).items).toMatchObject([{ id: second.id, reader: before.reader }]);
    await unsubscribe(first.unsubscribe_token);
    expect((await recipients()).total).toBe(0);
  });

  it('can be ended by its link even after it was purged, as a no-op', async () => {
    const { id, unsubscribe_token } = await confirmed();
    await collection().deleteOne({ _id: id });
    expect(await unsubscribe(unsubscribe_token)).toEqual({ status: 'unsubscribed' });
  });
});

describe('a link of a confirmation email', () => {
  it('is valid for one purpose and one subscriber', async () => {
    const one = await linksOf(await subscribe());
    const other = await linksOf(await subscribe());
    const [id, signature] = one.confirm_token.split('.') as [string, string];
    const strangers = [
      one.unsubscribe_token,
      `${other.id}.${signature}`,
      `${id}.${'A'.repeat(43)}`,
      one.confirm_token.slice(0, -1),
      `${one.confirm_token}x`,
    ];
    for (const token of strangers) await expect(confirm(token)).rejects.toMatchObject(gone);
    await expect(unsubscribe(one.confirm_token)).rejects.toMatchObject(gone);
    expect(await collection().countDocuments({ confirmed_at: null, is_active: true })).toBe(2);
  });

  it.each(['', 'short', 'a'.repeat(301), 'with spaces in between it'])('is refused as %j', async (token) => {
    await expect(confirm(token)).rejects.toMatchObject({ code: 'validation_failed', errors: [{ path: 'token' }] });
  });
});

describe('newsletter recipients', () => {
  it('are active and confirmed, oldest first, across pages', async () => {
    const in_order = [await confirmed({ name: 'Ada' }), await confirmed(), await confirmed()];
    await subscribe();
    const left = await confirmed();
    await unsubscribe(left.unsubscribe_token);
    const deleted = await confirmed();
    await world.rpc.call(subscribers.delete, { id: deleted.id }, ask());
    const first = await recipients({ limit: 2 });
    expect(first).toMatchObject({ total: 3, total_exact: true });
    const second = await recipients({ limit: 2, after: first.next! });
    const all = [...first.items, ...second.items];
    expect(all.map(({ id }) => id)).toEqual(in_order.map(({ id }) => id));
    expect(all[0]).toMatchObject({ name: 'Ada', unsubscribe_token: in_order[0]!.unsubscribe_token });
    expect(second.next).toBeNull();
  });

  it('are checked by id against their current state', async () => {
    const [stays, leaves] = [await confirmed(), await confirmed()];
    await unsubscribe(leaves.unsubscribe_token);
    const ids = [leaves.id, stays.id, randomUUID()];
    const { items } = await world.rpc.call(subscriptions.stillRecipients, { ids }, ask());
    expect(items).toEqual([expect.objectContaining({ id: stays.id, email: stays.email })]);
  });
});

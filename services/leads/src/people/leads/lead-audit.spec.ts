import { randomUUID } from 'node:crypto';
import { recordAudited, recordsPurged } from '@docfolio/contracts/entities/audit';
import { clients } from '@docfolio/contracts/entities/client';
import { conversions } from '@docfolio/contracts/entities/conversion';
import { leads } from '@docfolio/contracts/entities/lead';
import { peopleTrash } from '@docfolio/contracts/entities/trash';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, type LeadsWorld, make, startLeadsWorld } from '../../testing/leads-world.js';

const person = { name: 'Rory Vale', email: 'rory@saltmarsh.example' };

let world: LeadsWorld;
let redis: ReturnType<typeof connectRedis>;
let queue: ReturnType<typeof openQueue>;

beforeAll(async () => {
  world = await startLeadsWorld();
  redis = connectRedis(world.redisUrl, 'commands', createLogger('test', 'silent'));
  queue = openQueue(eventQueue('gateway'), redis);
});
afterAll(async () => {
  await queue?.close();
  if (redis) await closeRedis(redis);
  await world?.stop();
});

const audited = () => ({ ...make(), auditId: randomUUID() });
const create = () => world.rpc.call(leads.create, person, make());
const entriesOf = async (entry: string) =>
  (await queuedPayloads(queue, recordAudited)).filter(({ entry_id }) => entry_id === entry);
const untilEntries = async (entry: string, count: number) => {
  await waitFor(`${count} entries`, async () => (await entriesOf(entry)).length >= count);
  return entriesOf(entry);
};

it('An acknowledged edit of a lead has an entry with both values', async () => {
  const { id } = await create();
  const calls = [audited(), audited()];
  for (const [index, call] of calls.entries())
    await world.rpc.call(leads.patch, { id, status: index ? 'new' : 'contacted' }, call);
  for (const [index, { auditId }] of calls.entries()) {
    const [entry] = await untilEntries(auditId, 1);
    expect(entry).toMatchObject({ kind: 'leads', record_id: id, record_name: 'Rory Vale', act: 'changed' });
    const values = index ? { before: 'contacted', after: 'new' } : { before: 'new', after: 'contacted' };
    expect(entry!.changes).toContainEqual({ field: 'status', ...values });
  }
});

it('A refused edit of a lead has no entry that claims a change', async () => {
  const { id } = await create();
  const call = audited();
  await expect(world.rpc.call(leads.patch, { id, name: 'X', version: 7 }, call)).rejects.toMatchObject({
    code: 'stale',
  });
  const after = audited();
  await world.rpc.call(leads.patch, { id, status: 'lost' }, after);
  await untilEntries(after.auditId, 1);
  expect(await entriesOf(call.auditId)).toEqual([]);
});

it('A conversion has an entry for each record that it writes, and none for its own bookkeeping', async () => {
  const { id } = await create();
  const call = audited();
  const input = { id, client: person, project: { title: 'App', service_type: 'Mobile App Development' } };
  await world.rpc.call(conversions.create, input as never, call);
  const kinds = async () => (await entriesOf(call.auditId)).map(({ kind, act }) => `${kind} ${act}`).sort();
  await waitFor('the entries', async () => (await kinds()).length >= 3);
  expect(await kinds()).toEqual(['clients created', 'leads changed', 'projects created']);
});

it('Purging a record announces the erasure of its values before it is gone', async () => {
  const { id } = await create();
  await world.rpc.call(leads.delete, { id }, ask());
  await world.rpc.call(peopleTrash.purge, { type: 'leads', id }, ask());
  const client = await world.rpc.call(clients.create, person, make());
  await world.rpc.call(clients.delete, { id: client.id }, ask());
  await world.rpc.call(peopleTrash.empty, {}, ask());
  expect(await queuedPayloads(queue, recordsPurged)).toEqual(
    expect.arrayContaining([
      { kind: 'leads', ids: [id] },
      { kind: 'clients', ids: [client.id] },
    ]),
  );
});

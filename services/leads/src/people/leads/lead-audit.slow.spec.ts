/**
 * Kills the service between edits of a lead.
 * @subject services/leads/src/people/leads libs/service-kit/src/audit libs/service-kit/src/events
 * @everyday services/leads/src/people/leads/lead-audit.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { recordAudited } from '@docfolio/contracts/entities/audit';
import { leads } from '@docfolio/contracts/entities/lead';
import { eventQueue } from '@docfolio/service-kit/events/event-queue';
import { createLogger } from '@docfolio/service-kit/logging';
import { openQueue } from '@docfolio/service-kit/queue';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { queuedPayloads } from '@docfolio/service-kit/testing/queued-events';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type LeadsWorld, make, startLeadsWorld } from '../../testing/leads-world.js';

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

it('An acknowledged edit of a lead has its entry with both values, also if the service is killed after it', async () => {
  const { id } = await create();
  const calls = Array.from({ length: 8 }, audited);
  for (const [index, call] of calls.entries()) {
    const status = index % 2 ? 'new' : 'contacted';
    await world.rpc.call(leads.patch, { id, status }, call);
    if (index === 3) {
      await world.kill();
      await world.start();
    }
  }
  for (const [index, { auditId }] of calls.entries()) {
    const [entry] = await untilEntries(auditId, 1);
    expect(entry).toMatchObject({ kind: 'leads', record_id: id, record_name: 'Rory Vale', act: 'changed' });
    const values = index % 2 ? { before: 'contacted', after: 'new' } : { before: 'new', after: 'contacted' };
    expect(entry!.changes).toContainEqual({ field: 'status', ...values });
  }
});

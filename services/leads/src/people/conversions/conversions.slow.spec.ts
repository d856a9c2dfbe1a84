/**
 * Kills the service at each step of a conversion.
 * @subject services/leads/src/people/conversions
 * @everyday services/leads/src/people/conversions/conversions.spec.ts
 */
import { randomUUID } from 'node:crypto';
import type { CallInput } from '@docfolio/contracts/core/operation';
import { conversions } from '@docfolio/contracts/entities/conversion';
import { leadChanged, leads } from '@docfolio/contracts/entities/lead';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { type LeadsWorld, make, startLeadsWorld } from '../../testing/leads-world.js';
import { type RaisedEvents, watchEvents } from '../../testing/raised-events.js';

type Conversion = Omit<CallInput<typeof conversions.create>, 'id'>;

const client = { name: 'Ingrid Solheim', email: 'ingrid@fjordline.example', company: 'Fjordline' };
const project = { title: 'Offline tickets', service_type: 'Mobile', budget: 20_000 };

let world: LeadsWorld;
let events: RaisedEvents;
const lead = async (fields: object = {}) => {
  const { name, email, company } = client;
  return (await world.rpc.call(leads.create, { name, email, company, ...fields }, make())).id;
};
const convert = (id: string, input: Conversion, key?: string) =>
  world.rpc.call(conversions.create, { id, ...input }, make(key));
const count = (collection: string) => world.database.collection(collection).countDocuments({ deleted_at: null });

beforeAll(async () => {
  world = await startLeadsWorld();
  events = watchEvents(world.redisUrl);
});
afterAll(async () => {
  await events?.close();
  await world?.stop();
});
beforeEach(async () => {
  for (const collection of ['leads', 'clients', 'projects', 'conversions'])
    await world.database.collection(collection).deleteMany({});
});

it.each(['conversions', 'clients', 'projects'])(
  'A conversion is made once, even if the service is killed after the first record of %s',
  async (collection) => {
    const id = await lead();
    const key = randomUUID();
    // Its reply is lost with the killed service.
    const lost = { ...make(key), deadline: 4_000 };
    const cut = world.rpc.call(conversions.create, { id, client, project }, lost).catch(() => undefined);
    await waitFor(`${collection} are written`, async () => (await count(collection)) === 1);
    await world.kill();
    await world.start();
    const made = await convert(id, { client, project }, key);
    await cut;
    expect(made.lead).toMatchObject({ client_id: made.client!.id, project_id: made.project!.id, version: 2 });
    expect([await count('clients'), await count('projects')]).toEqual([1, 1]);
    expect(await events.of(leadChanged, id, 1)).toHaveLength(1);
  },
);

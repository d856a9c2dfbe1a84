/**
 * Kills the service before forms are sent.
 * @subject libs/service-kit/src/submissions
 * @everyday services/leads/src/people/leads/leads.spec.ts
 */
import { leads } from '@docfolio/contracts/entities/lead';
import { serviceInquiries } from '@docfolio/contracts/entities/service-inquiry';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { ask, type LeadsWorld, startLeadsWorld } from '../testing/leads-world.js';

const form = {
  ...{ name: 'Ingrid Solheim', email: 'ingrid@fjordline.example', message: 'Our app dies at sea.' },
  source: 'contact' as const,
};
const inquiry = {
  ...{ name: 'Ingrid Solheim', email: 'ingrid@fjordline.example', service_name: 'Mobile app development' },
  specific_requirements: 'Tickets that can be checked offline.',
};

let world: LeadsWorld;
const inquiries = () => world.database.collection('service_inquiries').find({}).toArray();

beforeAll(async () => {
  world = await startLeadsWorld();
});
afterAll(() => world?.stop());
beforeEach(async () => {
  for (const name of ['leads', 'service_inquiries']) await world.database.collection(name).deleteMany({});
});

it('The contact form creates a lead sent while the service is down after the restart', async () => {
  await world.kill();
  const answer = await world.submit(leads.submit, form);
  expect(answer).toEqual({ accepted: true, id: expect.any(String) });
  await world.start();
  const stored = async () => (await world.rpc.call(leads.list, {}, ask())).items;
  await waitFor('the lead', async () => (await stored()).length > 0);
  expect(await stored()).toMatchObject([{ id: (answer as { id: string }).id, email: form.email }]);
});

it('An inquiry sent while the service is down is stored after the restart', async () => {
  await world.kill();
  const answer = await world.submit(serviceInquiries.submit, inquiry);
  expect(answer).toEqual({ accepted: true, id: expect.any(String) });
  await world.start();
  await waitFor('the inquiry is stored', async () => (await inquiries()).length === 1);
  expect((await world.rpc.call(leads.list, {}, ask())).total).toBe(1);
});

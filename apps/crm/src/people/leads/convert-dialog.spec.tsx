import { idNumber } from '@docfolio/admin/testing/admin-gateway';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Client, clients } from '@docfolio/contracts/entities/client';
import { conversions } from '@docfolio/contracts/entities/conversion';
import { screen, waitFor, within } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';

const id = leadNumber(1).id;
let gateway: LeadsGateway;
let known: Client[];

beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  known = [];
  gateway.reset([
    leadNumber(1, { budget_range: '15k-50k', service_interest: 'SaaS Architecture', phone: '+47 5550 1842' }),
    leadNumber(2),
  ]);
  gateway.server.on(clients.list, ({ query }) => {
    const items = known.filter(({ email }) => email === query.email);
    return { json: { items, total: items.length, total_exact: true, next: null } };
  });
  gateway.server.on(clients.get, () => ({ json: client() }));
  gateway.server.on(conversions.create, () => {
    const lead = gateway.change(id, { status: 'converted', client_id: client().id });
    return { status: 201, json: { lead, client: client(), project: null } };
  });
  await signInAs();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await endSession();
});
afterAll(() => gateway.server.stop());

function client(): Client {
  const at = '2026-11-20T12:00:00.000Z';
  const none = { phone: null, company: null, billing_address: null, lead_id: null };
  return {
    id: idNumber(500),
    name: 'Known Person',
    email: 'person1@example.com',
    ...none,
    created_at: at,
    updated_at: at,
    version: 1,
  };
}

const dialog = () => screen.findByRole('dialog', { name: 'Convert Lead' });
const sent = () => gateway.server.requestsOf(conversions.create).map(({ body }) => body);
const part = async (name: string) => within(within(await dialog()).getByRole('region', { name }));
const send = () => screen.getByRole('button', { name: 'Convert Lead' });

async function open() {
  const { user } = renderCrm(`/admin/leads/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Convert to client' }));
  await dialog();
  return user;
}

test('is filled in with the fields of the lead and creates a client', async () => {
  const user = await open();
  const form = await part('Client');
  expect(form.getByLabelText(/^Name/)).toHaveValue('Person 1');
  expect(form.getByLabelText(/^Email/)).toHaveValue('person1@example.com');
  expect(form.getByLabelText('Phone')).toHaveValue('+47 5550 1842');
  expect(form.getByLabelText('Company')).toHaveValue('Company 1');
  await user.type(form.getByLabelText('Billing Address'), 'Quay 4');
  await user.click(send());
  expect(await screen.findByText('Lead converted successfully')).toBeVisible();
  expect(sent()).toEqual([
    {
      client: {
        name: 'Person 1',
        email: 'person1@example.com',
        phone: '+47 5550 1842',
        company: 'Company 1',
        billing_address: 'Quay 4',
      },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Convert Lead' })).not.toBeInTheDocument());
  // One status is in the row, the other in the drawer.
  await waitFor(() => {
    const shown = screen.getAllByRole('button', { name: /^Status of Person 1/ });
    expect(shown.map((status) => status.textContent)).toEqual(['Converted', 'Converted']);
  });
  expect(await screen.findByRole('link', { name: 'Known Person' })).toHaveAttribute(
    'href',
    `/admin/clients/${client().id}`,
  );
});

test('creates a project without a client, and is disabled with neither', async () => {
  const user = await open();
  await user.click(screen.getByRole('switch', { name: 'Client' }));
  expect(send()).toBeDisabled();
  await user.click(screen.getByRole('switch', { name: 'Project' }));
  const form = await part('Project');
  expect(form.getByLabelText('Budget')).toHaveValue('');
  expect(form.getByLabelText('Budget')).toHaveAccessibleDescription("The lead's range: 15k-50k");
  const title = form.getByLabelText(/^Project Title/);
  expect(title).toHaveValue('SaaS Architecture for Company 1');
  await user.clear(title);
  await user.click(send());
  expect(await form.findByText('Project Title is required')).toBeVisible();
  expect(sent()).toEqual([]);
  await user.type(title, 'Ledger review');
  await user.click(send());
  await screen.findByText('Lead converted successfully');
  expect(sent()).toMatchObject([
    { project: { title: 'Ledger review', service_type: 'SaaS Architecture', client_id: null } },
  ]);
  expect(sent()[0]).not.toHaveProperty('client');
});

test('names an existing client of the same email, who can be used instead of a new one', async () => {
  known = [client()];
  const user = await open();
  expect(await screen.findByText('Known Person has this e-mail address and is a client already.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Create another one' }));
  const form = await part('Client');
  expect(form.getByLabelText(/^Name/)).toHaveValue('Person 1');
  await user.click(screen.getByRole('radio', { name: 'Use this client' }));
  expect(form.queryByLabelText(/^Name/)).not.toBeInTheDocument();
  await user.click(send());
  await screen.findByText('Lead converted successfully');
  expect(sent()).toEqual([{ client_id: client().id }]);
});

test('keeps the form after a failure and retries with the same Idempotency-Key', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  gateway.server.on(conversions.create, () => {
    throw new ProblemError('unavailable');
  });
  const user = await open();
  const form = await part('Client');
  await user.type(form.getByLabelText('Billing Address'), 'Quay 4');
  await user.click(send());
  expect(await screen.findByText('Failed to convert lead')).toBeVisible();
  expect(form.getByLabelText('Billing Address')).toHaveValue('Quay 4');
  await user.click(send());
  await waitFor(() => expect(sent().length).toBeGreaterThan(1));
  const keys = new Set(gateway.server.requestsOf(conversions.create).map(({ headers }) => headers['idempotency-key']));
  expect(keys.size).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
});

test('shows an error of the server at its field', async () => {
  gateway.server.on(conversions.create, () => {
    throw new ProblemError('validation_failed', {
      errors: [{ path: 'client.email', message: 'This address bounces' }],
    });
  });
  const user = await open();
  await user.click(send());
  expect(await (await part('Client')).findByText('This address bounces')).toBeVisible();
});

test('opens after the status Converted is saved, and can be cancelled', async () => {
  const { user } = renderCrm('/admin/leads');
  await user.click(await screen.findByRole('button', { name: /Status of Person 1/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Converted' }));
  await dialog();
  expect(gateway.leads.find((lead) => lead.id === id)?.status).toBe('converted');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(address()).toBe('/admin/leads');
  expect(sent()).toEqual([]);
  expect(screen.getByRole('button', { name: /Status of Person 1/ })).toHaveTextContent('Converted');
});

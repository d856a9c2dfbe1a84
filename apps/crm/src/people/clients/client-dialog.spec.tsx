import { discardFormDraft } from '@docfolio/admin/records/form-drafts';
import { draftKeyOf } from '@docfolio/admin/records/use-record-editor';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { clients } from '@docfolio/contracts/entities/client';
import { screen, waitFor, within } from '@testing-library/react';
import { ClientsGateway, clientNumber } from '../../../test/clients-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';
import { clientForm } from './client-form.js';

const first = clientNumber(1).id;
let gateway: ClientsGateway;
beforeAll(async () => {
  gateway = new ClientsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset({ clients: [clientNumber(1, { phone: '+351 1', billing_address: 'Rua 1\nLisboa' }), clientNumber(2)] });
  await signInAs();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const id of [undefined, first]) discardFormDraft(draftKeyOf(clientForm, id));
  await endSession();
});
afterAll(() => gateway.server.stop());

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

describe('Add New Client', () => {
  test('has the specified fields and shows missing ones only after a submit', async () => {
    const { user } = renderCrm('/admin/clients');
    await user.click(await screen.findByRole('button', { name: 'Add Client' }));
    const form = await screen.findByRole('dialog', { name: 'Add New Client' });
    const labels = [...form.querySelectorAll('label')].map((label) => label.textContent);
    expect(labels).toEqual(['Name*', 'Email*', 'Phone', 'Company', 'Billing Address']);
    expect(field(/^Name/)).toHaveFocus();
    expect(within(form).queryByText('Name is required')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Create Client' }));
    expect(await within(form).findByText('Name is required')).toBeVisible();
    expect(within(form).getByText('Email is required')).toBeVisible();
    await user.type(field(/^Email/), 'nobody');
    expect(await within(form).findByText('Invalid email address')).toBeVisible();
    expect(gateway.server.requestsOf(clients.create)).toHaveLength(0);
  });

  test('sends all fields once, shows a toast and lists the client', async () => {
    const { user } = renderCrm('/admin/clients?form=add');
    await screen.findByRole('dialog', { name: 'Add New Client' });
    await user.type(field(/^Name/), ' Grace Hopper ');
    await user.type(field(/^Email/), 'grace@example.com');
    await user.type(field('Billing Address'), 'Street 1{Enter}Arlington');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Client created successfully')).toBeVisible();
    const sent = gateway.server.requestsOf(clients.create);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.body).toEqual({
      name: 'Grace Hopper',
      email: 'grace@example.com',
      phone: null,
      company: null,
      billing_address: 'Street 1\nArlington',
    });
    expect(await screen.findByText('Grace Hopper')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Clients (3)'));
    expect(screen.getByRole('link', { name: /^Clients/ })).toHaveTextContent('3 clients');
    expect(address()).toBe('/admin/clients');
  });

  test('shows a toast and keeps the form if saving fails, and retries with the same Idempotency-Key', async () => {
    gateway.server.on(clients.create, 'drop');
    const { user } = renderCrm('/admin/clients?form=add');
    await screen.findByRole('dialog', { name: 'Add New Client' });
    await user.type(field(/^Name/), 'Grace');
    await user.type(field(/^Email/), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Create Client' }));
    expect(await screen.findByText('Failed to create client')).toBeVisible();
    expect(field(/^Name/)).toHaveValue('Grace');
    gateway.server.on(clients.create, { status: 201, json: clientNumber(7) });
    await user.click(screen.getByRole('button', { name: 'Create Client' }));
    expect(await screen.findByText('Client created successfully')).toBeVisible();
    const keys = gateway.server.requestsOf(clients.create).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  test('shows errors of the server at their fields', async () => {
    gateway.server.on(clients.create, () => {
      throw new ProblemError('validation_failed', { errors: [{ path: 'email', message: 'This address bounces' }] });
    });
    const { user } = renderCrm('/admin/clients?form=add');
    await screen.findByRole('dialog', { name: 'Add New Client' });
    await user.type(field(/^Name/), 'Grace');
    await user.type(field(/^Email/), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Create Client' }));
    expect(await screen.findByText('This address bounces')).toBeVisible();
    expect(field(/^Email/)).toHaveFocus();
  });
});

describe('Edit Client', () => {
  test('sends the changed fields with the loaded version', async () => {
    const { user } = renderCrm(`/admin/clients?form=${first}`);
    await screen.findByRole('textbox', { name: 'Phone' });
    await user.clear(field('Phone'));
    await user.clear(field(/^Name/));
    await user.type(field(/^Name/), 'Ada Lovelace');
    await user.click(screen.getByRole('button', { name: 'Update Client' }));
    expect(await screen.findByText('Client updated successfully')).toBeVisible();
    expect(gateway.server.requestsOf(clients.patch)[0]?.body).toEqual({
      version: 1,
      name: 'Ada Lovelace',
      phone: null,
    });
    expect(await screen.findByText('Ada Lovelace')).toBeVisible();
  });

  test('shows both versions of a client changed by another save, and keeps the typed text', async () => {
    const { user } = renderCrm(`/admin/clients?form=${first}`);
    await screen.findByRole('textbox', { name: 'Company' });
    await user.clear(field('Company'));
    await user.type(field('Company'), 'Mine');
    gateway.changeClient(first, { company: 'Theirs', phone: '+351 2' });
    await user.click(screen.getByRole('button', { name: 'Update Client' }));
    expect(await screen.findByText('This client has changed since you opened it')).toBeVisible();
    const company = screen.getByRole('group', { name: 'Company' });
    expect(within(company).getByRole('radio', { name: 'Yours Mine' })).toBeChecked();
    expect(within(company).getByRole('radio', { name: 'Saved in the meantime Theirs' })).not.toBeChecked();
    expect(field('Company')).toHaveValue('Mine');
    expect(field('Phone')).toHaveValue('+351 2');
    await user.click(screen.getByRole('button', { name: 'Update Client' }));
    expect(await screen.findByText('Client updated successfully')).toBeVisible();
    expect(gateway.clients[0]).toMatchObject({ company: 'Mine', phone: '+351 2', version: 3 });
  });

  test('shows a toast and keeps the form if saving fails', async () => {
    gateway.server.on(clients.patch, () => {
      throw new ProblemError('internal');
    });
    const { user } = renderCrm(`/admin/clients?form=${first}`);
    await screen.findByRole('textbox', { name: 'Company' });
    await user.type(field('Company'), ' & Sons');
    await user.click(screen.getByRole('button', { name: 'Update Client' }));
    expect(await screen.findByText('Failed to update client')).toBeVisible();
    expect(field('Company')).toHaveValue('Company 1 & Sons');
  });
});

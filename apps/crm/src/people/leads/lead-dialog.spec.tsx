import { discardFormDraft } from '@docfolio/admin/records/form-drafts';
import { draftKeyOf } from '@docfolio/admin/records/use-record-editor';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { sampleSession } from '@docfolio/api-client/testing/samples';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { leads } from '@docfolio/contracts/entities/lead';
import { auth } from '@docfolio/contracts/entities/session';
import { act, screen, waitFor, within } from '@testing-library/react';
import { LeadsGateway, leadNumber } from '../../../test/leads-gateway.js';
import { address, endSession, renderCrm, signInAs } from '../../../test/render-crm.js';
import { leadForm } from './lead-form.js';

const first = leadNumber(1).id;
let gateway: LeadsGateway;
beforeAll(async () => {
  gateway = new LeadsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  gateway.reset([leadNumber(1, { phone: '+351 1', budget_range: '5k-15k' }), leadNumber(2)]);
  await signInAs();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  // The draft of a form left open would appear in the next test.
  for (const id of [undefined, first]) discardFormDraft(draftKeyOf(leadForm, id));
  await endSession();
});
afterAll(() => gateway.server.stop());

const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });

/** Opens the form of the first lead and changes the name. */
async function renamed(name = 'Ada Lovelace') {
  const view = renderCrm(`/admin/leads?form=${first}`);
  await screen.findByRole('textbox', { name: /^Name/ });
  await view.user.clear(field(/^Name/));
  await view.user.type(field(/^Name/), name);
  return view;
}

describe('Add Lead', () => {
  test('shows missing fields only after a submit, with the texts of the contract', async () => {
    const { user } = renderCrm('/admin/leads');
    await user.click(await screen.findByRole('button', { name: 'Add Lead' }));
    const form = await dialog('Add New Lead');
    expect(field(/^Name/)).toHaveFocus();
    expect(within(form).queryByText('Name is required')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Create Lead' }));
    expect(await within(form).findByText('Name is required')).toBeVisible();
    expect(within(form).getByText('Email is required')).toBeVisible();
    await user.type(field(/^Email/), 'nobody');
    expect(await within(form).findByText('Invalid email address')).toBeVisible();
    expect(gateway.server.requestsOf(leads.create)).toHaveLength(0);
  });

  test('sends all fields once, shows a toast, and updates the list and the count', async () => {
    const { user } = renderCrm('/admin/leads?form=add');
    await dialog('Add New Lead');
    await user.type(field(/^Name/), ' Grace Hopper ');
    await user.type(field(/^Email/), 'grace@example.com');
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Qualified' }));
    await user.click(screen.getByRole('combobox', { name: 'Budget' }));
    await user.click(await screen.findByRole('option', { name: '50k-100k' }));
    await user.type(field('Message'), 'Met at a conference.');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Lead created successfully')).toBeVisible();
    const sent = gateway.server.requestsOf(leads.create);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[0]?.body).toEqual({
      name: 'Grace Hopper',
      email: 'grace@example.com',
      phone: null,
      company: null,
      budget_range: '50k-100k',
      timeline: null,
      service_interest: null,
      project_type: null,
      message: 'Met at a conference.',
      source: 'direct',
      status: 'qualified',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Grace Hopper')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Leads (3)'));
    expect(screen.getByRole('link', { name: /^Leads/ })).toHaveTextContent('3 leads');
    expect(address()).toBe('/admin/leads');
  });

  test('keeps the form if saving fails, and retries with the same Idempotency-Key', async () => {
    gateway.server.on(leads.create, 'drop');
    const { user } = renderCrm('/admin/leads?form=add');
    await dialog('Add New Lead');
    await user.type(field(/^Name/), 'Grace');
    await user.type(field(/^Email/), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Create Lead' }));
    expect(await screen.findByText('Failed to create lead')).toBeVisible();
    expect(field(/^Name/)).toHaveValue('Grace');
    gateway.server.on(leads.create, { status: 201, json: leadNumber(7) });
    await user.click(screen.getByRole('button', { name: 'Create Lead' }));
    expect(await screen.findByText('Lead created successfully')).toBeVisible();
    const keys = gateway.server.requestsOf(leads.create).map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
  });

  test('shows errors of the server at their fields', async () => {
    gateway.server.on(leads.create, () => {
      throw new ProblemError('validation_failed', { errors: [{ path: 'email', message: 'This address bounces' }] });
    });
    const { user } = renderCrm('/admin/leads?form=add');
    await dialog('Add New Lead');
    await user.type(field(/^Name/), 'Grace');
    await user.type(field(/^Email/), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Create Lead' }));
    expect(await screen.findByText('This address bounces')).toBeVisible();
    expect(field(/^Email/)).toBeInvalid();
    expect(field(/^Email/)).toHaveFocus();
  });

  test('asks for confirmation before closing only if something was typed', async () => {
    const { user } = renderCrm('/admin/leads?form=add');
    await dialog('Add New Lead');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    await user.click(screen.getByRole('button', { name: 'Add Lead' }));
    await user.type(field(/^Name/), 'Grace');
    await user.keyboard('{Escape}');
    const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed?' });
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
    expect(field(/^Name/)).toHaveValue('Grace');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Add Lead' }));
    expect(field(/^Name/)).toHaveValue('');
  });
});

test('closes the form on Back, and shows the typed text when opened again', async () => {
  const { user } = renderCrm('/admin/leads');
  await user.click(await screen.findByRole('button', { name: 'Add Lead' }));
  await user.type(field(/^Name/), 'Grace');
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Add Lead' }));
  expect(field(/^Name/)).toHaveValue('Grace');
});

describe('Edit Lead', () => {
  test('sends the changed fields with the loaded version', async () => {
    const { user } = await renamed();
    await user.clear(field('Phone'));
    await user.click(screen.getByRole('button', { name: 'Update Lead' }));
    expect(await screen.findByText('Lead updated successfully')).toBeVisible();
    expect(gateway.server.requestsOf(leads.patch)[0]?.body).toEqual({ version: 1, name: 'Ada Lovelace', phone: null });
    expect(await screen.findByText('Ada Lovelace')).toBeVisible();
  });

  test('closes without a request if nothing was changed', async () => {
    const { user } = renderCrm(`/admin/leads?form=${first}`);
    await user.click(await screen.findByRole('button', { name: 'Update Lead' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(gateway.server.requestsOf(leads.patch)).toHaveLength(0);
  });

  test('shows both versions of a lead changed by another save, and lets the user choose per field', async () => {
    const { user } = await renamed();
    gateway.change(first, { name: 'Ada King', company: 'Analytical Engines' });
    await user.click(screen.getByRole('button', { name: 'Update Lead' }));

    expect(await screen.findByText('This lead has changed since you opened it')).toBeVisible();
    const name = screen.getByRole('group', { name: 'Name' });
    expect(within(name).getByRole('radio', { name: 'Yours Ada Lovelace' })).toBeChecked();
    expect(field(/^Name/)).toHaveValue('Ada Lovelace');
    // Fields without local changes take the saved value.
    expect(field('Company')).toHaveValue('Analytical Engines');
    expect(screen.queryByRole('group', { name: 'Email' })).not.toBeInTheDocument();

    await user.click(within(name).getByRole('radio', { name: 'Saved in the meantime Ada King' }));
    expect(field(/^Name/)).toHaveValue('Ada King');
    await user.click(within(name).getByRole('radio', { name: 'Yours Ada Lovelace' }));
    expect(field(/^Name/)).toHaveValue('Ada Lovelace');

    await user.click(screen.getByRole('button', { name: 'Update Lead' }));
    expect(await screen.findByText('Lead updated successfully')).toBeVisible();
    expect(gateway.leads.find(({ id }) => id === first)).toMatchObject({
      name: 'Ada Lovelace',
      company: 'Analytical Engines',
      version: 3,
    });
  });

  test('redirects to the sign-in page after the session ended, and back to the form with the typed text', async () => {
    const { user } = await renamed();
    gateway.server.on(leads.patch, () => {
      throw new ProblemError('session_ended');
    });
    gateway.server.on(auth.refresh, () => {
      throw new ProblemError('session_ended');
    });
    await user.click(screen.getByRole('button', { name: 'Update Lead' }));
    expect(await screen.findByText('Your session has ended. Sign in again: what you typed is kept.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Admin Access' })).toBeVisible();
    expect(address()).toBe('/auth');

    gateway.reset(gateway.leads);
    gateway.server.on(auth.signIn, { json: sampleSession(2) });
    await user.type(screen.getByLabelText('Email'), 'owner@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await dialog('Edit Lead');
    expect(field(/^Name/)).toHaveValue('Ada Lovelace');
    await user.click(screen.getByRole('button', { name: 'Update Lead' }));
    expect(await screen.findByText('Lead updated successfully')).toBeVisible();
    expect(gateway.server.requestsOf(leads.patch)[0]?.body).toEqual({ version: 1, name: 'Ada Lovelace' });
  });

  test('says that a deleted lead does not exist', async () => {
    gateway.leads = [];
    renderCrm(`/admin/leads?form=${first}`);
    expect(await within(await dialog('Edit Lead')).findByText('This lead is not here')).toBeVisible();
  });
});

import { discardFormDraft } from '@docfolio/admin/records/form-drafts';
import { draftKeyOf } from '@docfolio/admin/records/use-record-editor';
import { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { projects } from '@docfolio/contracts/entities/project';
import { screen, waitFor, within } from '@testing-library/react';
import { ClientsGateway, clientNumber } from '../../../test/clients-gateway.js';
import { projectNumber } from '../../../test/projects-table.js';
import { endSession, renderCrm, signInAs } from '../../../test/render-crm.js';
import { projectForm } from './project-form.js';

const first = projectNumber(1).id;
let gateway: ClientsGateway;
beforeAll(async () => {
  gateway = new ClientsGateway(await FixtureServer.start());
});
beforeEach(async () => {
  const stored = projectNumber(1, { budget: 24_000, start_date: '2026-12-01', timeline_estimate: '8 weeks' });
  gateway.reset({ clients: [clientNumber(1), clientNumber(2)], projects: [stored, projectNumber(2)] });
  await signInAs();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(async () => {
  jest.restoreAllMocks();
  for (const id of [undefined, first]) discardFormDraft(draftKeyOf(projectForm, id));
  await endSession();
});
afterAll(() => gateway.server.stop());

const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const serviceType = () => screen.getByRole('combobox', { name: /^Service Type/ });
const labelsOf = (form: HTMLElement) => [...form.querySelectorAll('label')].map((label) => label.textContent);

async function adding() {
  const view = renderCrm('/admin/projects?form=add');
  return { ...view, form: await screen.findByRole('dialog', { name: 'Add New Project' }) };
}

async function editing() {
  const view = renderCrm(`/admin/projects?form=${first}`);
  await screen.findByRole('textbox', { name: 'Budget' });
  return { ...view, form: screen.getByRole('dialog', { name: 'Edit Project' }) };
}

describe('Add New Project', () => {
  test('has the specified fields and shows missing ones after a submit', async () => {
    const { user, form } = await adding();
    expect(labelsOf(form)).toEqual([
      'Project Title*',
      'Service Type*',
      'Description',
      'Budget',
      'Timeline Estimate',
      'Start Date',
      'End Date',
      'Client',
    ]);
    expect(field(/^Project Title/)).toHaveFocus();
    expect(field('Timeline Estimate')).toHaveAttribute('placeholder', 'e.g., 8 weeks');
    expect(field('Start Date')).toHaveAttribute('placeholder', 'YYYY-MM-DD');
    await user.click(screen.getByRole('button', { name: 'Create Project' }));
    expect(await within(form).findByText('Project Title is required')).toBeVisible();
    expect(within(form).getByText('Service Type is required')).toBeVisible();
    await user.type(field(/^Project Title/), 'Scanner');
    await user.click(screen.getByRole('button', { name: 'Create Project' }));
    await waitFor(() => expect(serviceType()).toHaveFocus());
    expect(gateway.server.requestsOf(projects.create)).toHaveLength(0);
  });

  test('offers four services and sends null for empty fields', async () => {
    const { user } = await adding();
    await user.type(field(/^Project Title/), 'Warehouse scanner app');
    await user.click(serviceType());
    const options = (await screen.findAllByRole('option')).map((option) => option.textContent);
    expect(options).toEqual(['Mobile app development', 'SaaS architecture', 'AI integration', 'Technical mentorship']);
    await user.click(screen.getByRole('option', { name: 'Mobile app development' }));
    await user.click(screen.getByRole('button', { name: 'Create Project' }));
    expect(await screen.findByText('Project created successfully')).toBeVisible();
    expect(gateway.server.requestsOf(projects.create)[0]?.body).toEqual({
      title: 'Warehouse scanner app',
      description: null,
      service_type: 'Mobile app development',
      status: 'inquiry',
      budget: null,
      start_date: null,
      end_date: null,
      timeline_estimate: null,
      client_id: null,
    });
    expect(await screen.findByText('Warehouse scanner app')).toBeVisible();
  });

  test('sends the budget as a number and dates as typed', async () => {
    const { user } = await adding();
    await user.type(field(/^Project Title/), 'Scanner');
    await user.click(serviceType());
    await user.click(await screen.findByRole('option', { name: 'AI integration' }));
    await user.type(field('Budget'), '24,000.50');
    await user.type(field('Start Date'), '2026-12-01');
    await user.type(field('End Date'), '2027-01-31');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Project created successfully')).toBeVisible();
    expect(gateway.server.requestsOf(projects.create)[0]?.body).toMatchObject({
      budget: 24_000.5,
      start_date: '2026-12-01',
      end_date: '2027-01-31',
    });
  });

  test.each([
    ['Budget', 'a lot', 'Not a number'],
    ['Budget', '-1', 'Not below 0'],
    ['Start Date', '31.12.2026', 'Not a date'],
    ['End Date', '2026-02-30', 'Not a date'],
  ])('refuses the %s %j with an error at its field', async (name, typed, message) => {
    const { user, form } = await adding();
    await user.type(field(name), typed);
    await user.click(screen.getByRole('button', { name: 'Create Project' }));
    expect(await within(form).findByText(message)).toBeVisible();
    expect(field(name)).toBeInvalid();
  });

  test("writes the day of the browser's date picker to the field", async () => {
    const { user } = await adding();
    const picker = field('Start Date').closest('.relative')!.querySelector<HTMLInputElement>('input[type="date"]')!;
    picker.showPicker = jest.fn();
    await user.click(screen.getByRole('button', { name: 'Choose Start Date' }));
    expect(picker.showPicker).toHaveBeenCalledTimes(1);
    await user.type(picker, '2026-12-24');
    expect(field('Start Date')).toHaveValue('2026-12-24');
  });

  test('shows a toast and keeps the form if saving fails', async () => {
    gateway.server.on(projects.create, 'drop');
    const { user } = await adding();
    await user.type(field(/^Project Title/), 'Scanner');
    await user.click(serviceType());
    await user.click(await screen.findByRole('option', { name: 'AI integration' }));
    await user.click(screen.getByRole('button', { name: 'Create Project' }));
    expect(await screen.findByText('Failed to create project')).toBeVisible();
    expect(field(/^Project Title/)).toHaveValue('Scanner');
    expect(serviceType()).toHaveTextContent('AI integration');
  });
});

describe('Edit Project', () => {
  test('has the status, too, and sends the changed fields with the loaded version', async () => {
    const { user, form } = await editing();
    expect(labelsOf(form).slice(-2)).toEqual(['Client', 'Status']);
    expect(field('Budget')).toHaveValue('24000');
    await user.clear(field('Budget'));
    await user.clear(field('Start Date'));
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'In progress' }));
    await user.click(screen.getByRole('button', { name: 'Update Project' }));
    expect(await screen.findByText('Project updated successfully')).toBeVisible();
    expect(gateway.server.requestsOf(projects.patch)[0]?.body).toEqual({
      version: 1,
      budget: null,
      start_date: null,
      status: 'in_progress',
    });
  });

  test('keeps an unknown service type, which can be selected again', async () => {
    gateway.changeProject(first, { service_type: 'Speleology' });
    const { user } = await editing();
    expect(serviceType()).toHaveTextContent('Speleology');
    await user.click(serviceType());
    await user.click(await screen.findByRole('option', { name: 'AI integration' }));
    await user.click(serviceType());
    await user.click(await screen.findByRole('option', { name: 'Speleology' }));
    await user.type(field('Timeline Estimate'), ' or so');
    await user.click(screen.getByRole('button', { name: 'Update Project' }));
    expect(await screen.findByText('Project updated successfully')).toBeVisible();
    expect(gateway.server.requestsOf(projects.patch)[0]?.body).toEqual({
      version: 2,
      timeline_estimate: '8 weeks or so',
    });
  });

  test('shows both versions of a project changed by another save, with clients by name', async () => {
    const { user } = await editing();
    await user.clear(field('Budget'));
    await user.type(field('Budget'), '30000');
    await user.click(screen.getByRole('combobox', { name: 'Client' }));
    await user.click(await screen.findByRole('option', { name: /^Client 2/ }));
    gateway.changeProject(first, { budget: 1_000, client_id: clientNumber(1).id });
    await user.click(screen.getByRole('button', { name: 'Update Project' }));
    expect(await screen.findByText('This project has changed since you opened it')).toBeVisible();
    const client = screen.getByRole('group', { name: 'Client' });
    expect(await within(client).findByRole('radio', { name: 'Yours Client 2' })).toBeChecked();
    await user.click(await within(client).findByRole('radio', { name: 'Saved in the meantime Client 1' }));
    expect(screen.getByRole('combobox', { name: 'Client' })).toHaveValue('Client 1');
    const budget = screen.getByRole('group', { name: 'Budget' });
    expect(within(budget).getByRole('radio', { name: 'Yours 30000' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Update Project' }));
    expect(await screen.findByText('Project updated successfully')).toBeVisible();
    expect(gateway.projects[0]).toMatchObject({ budget: 30_000, client_id: clientNumber(1).id, version: 3 });
  });

  test("shows the server's error about the client at that field", async () => {
    gateway.server.on(projects.patch, () => {
      throw new ProblemError('validation_failed', {
        errors: [{ path: 'client_id', message: 'There is no such client' }],
      });
    });
    const { user } = await editing();
    await user.click(screen.getByRole('combobox', { name: 'Client' }));
    await user.click(await screen.findByRole('option', { name: /^Client 2/ }));
    await user.click(screen.getByRole('button', { name: 'Update Project' }));
    expect(await screen.findByText('There is no such client')).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Client' })).toBeInvalid();
    expect(screen.getByRole('combobox', { name: 'Client' })).toHaveFocus();
  });
});

/**
 * The list of clients with many records, conflicts, the drawer, live updates.
 * @subject apps/crm/src/people/clients
 * @everyday apps/crm/src/people/clients/client-list.page.spec.tsx
 */
import type { Page } from '@playwright/test';
import type { OwnerApi } from './support/owner-api.js';
import { expect, signIn, test, toastOf } from './support/test.js';

const addClient = (owner: OwnerApi, name: string, fields: object = {}) =>
  owner.send<{ id: string; version: number }>('POST', '/clients', {
    name,
    email: `${name.toLowerCase().replaceAll(/\W/g, '.')}@example.com`,
    ...fields,
  });

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const search = (page: Page) => page.getByPlaceholder('Search clients...');

test('the clients page has the columns of the specification, searches, and loads more while scrolling', async ({
  page,
  owner,
}) => {
  for (let index = 0; index < 60; index++)
    await addClient(owner, `Listed ${String(index).padStart(2, '0')}`, {
      company: index === 7 ? 'Needle & Thread' : `Company ${index}`,
      phone: `+351 912 ${index}`,
    });
  await signIn(page, '/admin/clients?search=listed');
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Company', 'Phone', 'Created', 'Actions']);
  const today = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' }).format(
    new Date(),
  );
  await expect(row(page, 'Listed').first()).toContainText('Listed 59');
  await expect(row(page, 'Listed').first()).toContainText('+351 912 59');
  await expect(row(page, 'Listed').first()).toContainText(today);
  await expect(async () => {
    await row(page, 'Listed').last().scrollIntoViewIfNeeded();
    expect(await row(page, 'Listed').count()).toBe(60);
  }).toPass();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients (60)' })).toBeVisible();

  const byName = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  await byName.click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(row(page, 'Listed').first()).toContainText('Listed 00');
  await byName.click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(row(page, 'Listed').first()).toContainText('Listed 59');
  await search(page).fill('NEEDLE & TH');
  await expect(row(page, 'Listed')).toHaveCount(1);
  await page.reload();
  await expect(row(page, 'Listed')).toHaveCount(1);
  await search(page).fill('nobody has this');
  await expect(page.getByText('No clients match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(search(page)).toHaveValue('');
});

test('saving a client that another admin has saved shows both versions and keeps what was typed', async ({
  page,
  owner,
}) => {
  const { id, version } = await addClient(owner, 'Contested Client', { company: 'At first' });
  await signIn(page, `/admin/clients?form=${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Client' });
  await form.getByLabel('Company').fill('Mine');
  await owner.send('PATCH', `/clients/${id}`, { version, company: 'Theirs', phone: '+351 1' });
  await form.getByRole('button', { name: 'Update Client' }).click();
  await expect(form.getByText('This client has changed since you opened it')).toBeVisible();
  await expect(form.getByRole('radio', { name: 'Yours Mine' })).toBeChecked();
  await expect(form.getByRole('radio', { name: 'Saved in the meantime Theirs' })).not.toBeChecked();
  await expect(form.getByLabel('Company')).toHaveValue('Mine');
  await expect(form.getByLabel('Phone')).toHaveValue('+351 1');
  await form.getByRole('button', { name: 'Update Client' }).click();
  await expect(toastOf(page)).toContainText('Client updated successfully');
  expect(await owner.send('GET', `/clients/${id}`)).toMatchObject({ company: 'Mine', phone: '+351 1' });
});

test('the drawer of a client lists their projects, and adds a project and a note', async ({ page, owner }) => {
  const { id } = await addClient(owner, 'Well Served');
  await owner.send('POST', '/projects', { title: 'First stage', service_type: 'AI integration', client_id: id });
  await signIn(page, `/admin/clients/${id}`);
  const drawer = page.getByRole('dialog', { name: 'Well Served' });
  const projects = drawer.getByRole('list', { name: 'Projects' });
  await expect(projects.getByRole('listitem')).toHaveText(/First stage\s*Inquiry/);
  await drawer.getByRole('button', { name: 'Add Project' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Project' });
  await expect(form.getByRole('combobox', { name: 'Client' })).toHaveValue('Well Served');
  await form.getByLabel(/^Project Title/).fill('Second stage');
  await form.getByRole('combobox', { name: /^Service Type/ }).click();
  await page.getByRole('option', { name: 'SaaS architecture' }).click();
  await form.getByRole('button', { name: 'Create Project' }).click();
  await expect(toastOf(page)).toContainText('Project created successfully');
  await expect(projects.getByRole('listitem')).toHaveCount(2);

  await drawer.getByRole('textbox', { name: 'Add a note' }).fill('Prefers mornings.');
  await drawer.getByRole('button', { name: 'Add Note' }).click();
  await expect(drawer.getByText('Prefers mornings.')).toBeVisible();

  await projects.getByRole('link', { name: 'Second stage' }).click();
  await expect(page.getByRole('dialog', { name: 'Second stage' })).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Well Served' }).click();
  await expect(drawer).toBeVisible();
});

test('a client created in another window appears by itself', async ({ page, owner }) => {
  await signIn(page, '/admin/clients');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await addClient(owner, 'From Elsewhere');
  await expect(row(page, 'From Elsewhere')).toBeVisible();
});

/**
 * The list of projects with many records, each status, conflicts.
 * @subject apps/crm/src/people/projects
 * @everyday apps/crm/src/people/projects/project-list.page.spec.tsx
 */
import type { Page } from '@playwright/test';
import type { OwnerApi } from './support/owner-api.js';
import { expect, signIn, test, toastOf } from './support/test.js';

interface StoredProject {
  id: string;
  version: number;
}
const addProject = (owner: OwnerApi, title: string, fields: object = {}) =>
  owner.send<StoredProject>('POST', '/projects', { title, service_type: 'SaaS architecture', ...fields });

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const search = (page: Page) => page.getByPlaceholder('Search projects...');
const statusOf = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^Status of ${title}:`) });

async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('the projects page has the columns of the specification, searches, filters, and loads more while scrolling', async ({
  page,
  owner,
}) => {
  for (let index = 0; index < 60; index++)
    await addProject(owner, `Listed ${String(index).padStart(2, '0')}`, {
      status: index % 2 ? 'on_hold' : 'completed',
      ...(index === 59 && { budget: 61_250.5, timeline_estimate: '8 weeks' }),
      ...(index === 7 && { description: 'Needle & thread' }),
    });
  await signIn(page, '/admin/projects?search=listed');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Title',
    'Service Type',
    'Status',
    'Budget',
    'Timeline',
    'Created',
    'Actions',
  ]);
  await expect(row(page, 'Listed').first()).toContainText(
    /Listed 59\s*SaaS architecture\s*On hold\s*\$61,250.50\s*8 weeks/,
  );
  await expect(async () => {
    await row(page, 'Listed').last().scrollIntoViewIfNeeded();
    expect(await row(page, 'Listed').count()).toBe(60);
  }).toPass();
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'On hold' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Projects (30)' })).toBeVisible();
  await expect(page).toHaveURL(/status=on_hold/);
  await search(page).fill('needle & TH');
  await expect(row(page, 'Listed')).toHaveCount(1);
  await page.reload();
  await expect(row(page, 'Listed')).toHaveCount(1);
  await search(page).fill('nobody has this');
  await expect(page.getByText('No projects match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Status' })).toContainText('All statuses');
});

test('the status of a project changes from the menu, by its glyph and by keyboard, and stays after a failure', async ({
  page,
  owner,
}) => {
  const { id } = await addProject(owner, 'Moving Along');
  await signIn(page, '/admin/projects?search=moving');
  const labels = ['Proposal', 'Planning', 'In progress', 'On hold', 'Completed', 'Cancelled', 'Inquiry'];
  for (const label of labels) {
    await choose(page, 'Moving Along', `Set ${label}`);
    await expect(statusOf(page, 'Moving Along')).toHaveText(label);
    await expect(toastOf(page)).toHaveText(/^Success\s*Project status updated successfully/);
  }
  await statusOf(page, 'Moving Along').click();
  await page.getByRole('menuitemradio', { name: 'Planning' }).click();
  await expect(statusOf(page, 'Moving Along')).toHaveText('Planning');
  await page.getByRole('link', { name: 'Moving Along' }).focus();
  await page.keyboard.press('s');
  await page.keyboard.press('4');
  await expect(statusOf(page, 'Moving Along')).toHaveText('In progress');
  expect(await owner.send('GET', `/projects/${id}`)).toMatchObject({ status: 'in_progress' });

  await page.route(`**/api/v1/admin/projects/${id}`, (route) => route.fulfill({ status: 500, body: '' }));
  await choose(page, 'Moving Along', 'Set Completed');
  await expect(toastOf(page)).toHaveText(/^Error\s*Failed to update project status/);
  await expect(statusOf(page, 'Moving Along')).toHaveText('In progress');
});

test('saving a project that another admin has saved shows both versions and keeps what was typed', async ({
  page,
  owner,
}) => {
  const { id, version } = await addProject(owner, 'Contested Project', { budget: 1_000 });
  await signIn(page, `/admin/projects?form=${id}`);
  const form = page.getByRole('dialog', { name: 'Edit Project' });
  await form.getByLabel('Budget').fill('2000');
  await owner.send('PATCH', `/projects/${id}`, { version, budget: 3_000, end_date: '2027-01-31' });
  await form.getByRole('button', { name: 'Update Project' }).click();
  await expect(form.getByText('This project has changed since you opened it')).toBeVisible();
  await expect(form.getByRole('radio', { name: 'Yours 2000' })).toBeChecked();
  await expect(form.getByRole('textbox', { name: 'End Date' })).toHaveValue('2027-01-31');
  const budget = form.getByRole('group', { name: 'Budget' });
  await budget.getByText('Saved in the meantime').click();
  await expect(form.getByLabel('Budget')).toHaveValue('3000');
  await budget.getByText('Yours').click();
  await form.getByRole('button', { name: 'Update Project' }).click();
  await expect(toastOf(page)).toContainText('Project updated successfully');
  expect(await owner.send('GET', `/projects/${id}`)).toMatchObject({ budget: 2_000, end_date: '2027-01-31' });
});

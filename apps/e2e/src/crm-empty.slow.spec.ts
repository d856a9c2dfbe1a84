/**
 * Pages of the CRM on a platform without records, and its lists after a failed fetch.
 * @subject apps/crm/src/people apps/crm/src/app/trash libs/admin/src/records
 * @everyday apps/crm/src/people/leads/lead-list.page.spec.tsx
 */
import type { Platform } from '@docfolio/local/platform';
import type { Page } from '@playwright/test';
import { expectGoodLook } from './support/look.js';
import { ownerApi } from './support/owner-api.js';
import { startOwnPlatform } from './support/platform.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

/** One platform without records. The tests run in this order; each needs only its own kind of record to be missing. */
let platform: Platform;
let stop: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  ({ platform, stop } = await startOwnPlatform());
});
test.afterAll(() => stop?.());

const processes = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'];
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('the System page says that everything works, and lists all processes and queues', async ({ browser }) => {
  // The state is determined by checks that are repeated.
  test.setTimeout(300_000);
  const page = await newVisitor(browser, platform, { reducedMotion: 'reduce' });
  await signIn(page, '/admin/system');
  await expect(page.getByText(/^Everything works/)).toBeVisible({ timeout: 90_000 });
  const rows = page.getByRole('table', { name: 'Processes' }).getByRole('row');
  for (const name of processes)
    await expect(rows.filter({ has: page.getByRole('rowheader', { name, exact: true }) })).toContainText('Healthy');
  await expect(panel(page, 'Storage').getByRole('listitem')).not.toHaveCount(0);
  await page.getByRole('button', { name: /idle queues?$/ }).click();
  await expect(page.getByRole('table', { name: 'Queues' })).toContainText('send-mail');
  // Nothing makes backups on request here.
  await expect(panel(page, 'Backups')).toContainText('npm run docfolio -- backup --encrypt');
  await expectGoodLook(page);
});

test('the trash begins empty, as testimonials and bookmarks do, and is emptied after a question', async ({
  browser,
}) => {
  const page = await newVisitor(browser, platform);
  await signIn(page);
  await page.getByRole('link', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash (0)' })).toBeVisible();
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Empty Trash' })).toBeDisabled();
  await page.goto('/admin/testimonials');
  await expect(page.getByText('No testimonials yet')).toBeVisible();
  await page.goto('/admin/bookmarks');
  await expect(page.getByText('Get started by creating your first bookmark')).toBeVisible();

  const owner = await ownerApi(page.request);
  for (let index = 0; index < 60; index++) {
    const [kind, fields] =
      index % 2
        ? ['leads', { name: `Old ${index}`, email: 'old@example.com' }]
        : ['bookmarks', { title: `Old ${index}`, url: 'https://example.com/old' }];
    const { id } = await owner.send<{ id: string }>('POST', `/${kind}`, fields as object);
    await owner.send('DELETE', `/${kind}/${id}`);
  }
  await page.goto('/admin/trash');
  await expect(page.getByRole('heading', { name: 'Trash (60)' })).toBeVisible();
  await expect(async () => {
    await rowOf(page, 'Old').last().scrollIntoViewIfNeeded();
    expect(await rowOf(page, 'Old').count()).toBe(60);
  }).toPass();
  await expect(rowOf(page, 'Old').first()).toContainText('Old 59');
  await expect(rowOf(page, 'Old').last()).toContainText('Old 0');
  await page.getByRole('button', { name: 'Empty Trash' }).click();
  const question = page.getByRole('alertdialog', { name: 'Empty Trash' });
  await expect(question).toContainText('60 records will be removed for good.');
  await question.getByRole('button', { name: 'Empty Trash' }).click();
  await expect(toastOf(page)).toContainText('60 records deleted for good');
  await expect(page.getByText('Trash is empty')).toBeVisible();
});

test('the clients page begins empty, Add Client creates the first client, and a failed fetch offers Retry', async ({
  browser,
}) => {
  const page = await newVisitor(browser, platform);
  await signIn(page, '/admin/clients');
  await expect(page.getByRole('heading', { level: 1, name: 'Clients (0)' })).toBeVisible();
  await expect(page.getByText('No clients yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add Client' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Client' });
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await dialog.getByLabel(/^Name/).fill('First Record');
  await dialog.getByLabel(/^Email/).fill('first@example.com');
  await dialog.getByLabel('Billing Address').fill('Street 1\nLisbon');
  await dialog.getByRole('button', { name: 'Create Client' }).click();
  await expect(toastOf(page)).toHaveText(/^Success\s*Client created successfully/);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients (1)' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Clients/ })).toContainText('1');

  await page.route('**/api/v1/admin/clients?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to fetch clients' })).toBeVisible({ timeout: 60_000 });
  await expect(toastOf(page)).toHaveText(/^Error\s*Failed to fetch clients/);
  await expect(toastOf(page)).toHaveAttribute('data-variant', 'destructive');
  await page.unroute('**/api/v1/admin/clients?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rowOf(page, 'First Record')).toBeVisible();
});

test('the projects page begins empty, Add Project creates the first project, and a failed fetch offers Retry', async ({
  browser,
}) => {
  const page = await newVisitor(browser, platform);
  await signIn(page, '/admin/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects (0)' })).toBeVisible();
  await expect(page.getByText('No projects yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add Project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Project' });
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(dialog.getByText('Project Title is required')).toBeVisible();
  await expect(dialog.getByText('Service Type is required')).toBeVisible();
  await dialog.getByLabel(/^Project Title/).fill('Warehouse scanner app');
  await dialog.getByRole('combobox', { name: /^Service Type/ }).click();
  await page.getByRole('option', { name: 'Mobile app development' }).click();
  await dialog.getByLabel('Budget').fill('24,000');
  await dialog.getByRole('textbox', { name: 'Start Date' }).fill('2026-12-01');
  await dialog.getByRole('textbox', { name: 'End Date' }).fill('2026-11-30');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(dialog.getByText('End Date is before Start Date')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'End Date' }).fill('');
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(toastOf(page)).toHaveText(/^Success\s*Project created successfully/);
  await expect(rowOf(page, 'Warehouse scanner app')).toContainText('$24,000');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects (1)' })).toBeVisible();
  await page.getByRole('link', { name: 'Warehouse scanner app' }).click();
  const drawer = page.getByRole('dialog', { name: 'Warehouse scanner app' });
  await expect(drawer.getByText('2026-12-01')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.route('**/api/v1/admin/projects?*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Failed to fetch projects' })).toBeVisible({ timeout: 60_000 });
  await expect(toastOf(page)).toHaveText(/^Error\s*Failed to fetch projects/);
  await page.unroute('**/api/v1/admin/projects?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rowOf(page, 'Warehouse scanner app')).toBeVisible();
});

test('the leads page begins empty, Add Lead creates the first lead, and a failed fetch offers Retry', async ({
  browser,
}) => {
  const page = await newVisitor(browser, platform);
  await signIn(page, '/admin/leads');
  await expect(page.getByRole('heading', { name: 'Leads (0)' })).toBeVisible();
  await expect(page.getByText('No leads yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add Lead' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await dialog.getByLabel(/^Name/).fill('First Record');
  await dialog.getByLabel(/^Email/).fill('first@example.com');
  await dialog.getByRole('button', { name: 'Create Lead' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Leads (1)' })).toBeVisible();
  await expect(rowOf(page, 'First Record')).toContainText('direct');

  platform.kill('leads', 'SIGSTOP');
  await page.route('**/api/v1/admin/leads*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.getByText('Failed to fetch leads')).toBeVisible({ timeout: 60_000 });
  platform.kill('leads', 'SIGCONT');
  await page.unroute('**/api/v1/admin/leads*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rowOf(page, 'First Record')).toBeVisible();
});

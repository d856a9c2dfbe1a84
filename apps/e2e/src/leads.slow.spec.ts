/**
 * The list of leads with many records, conflicts, keys.
 * @subject apps/crm/src/people/leads
 * @everyday apps/crm/src/people/leads/lead-list.page.spec.tsx
 */
import type { Platform } from '@docfolio/local/platform';
import type { Page } from '@playwright/test';
import { expect, newVisitor, signIn, test } from './support/test.js';

/** Submits leads as visitors do, oldest first. */
async function submitLeads(
  platform: Platform,
  count: number,
  fields: (index: number) => object = () => ({}),
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const response = await fetch(`${platform.url}/api/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Submitted ${String(index).padStart(3, '0')}`,
        email: `submitted${index}@example.com`,
        message: 'Sent by a test.',
        source: 'contact',
        ...fields(index),
      }),
    });
    expect(response.status).toBe(201);
  }
}

const rows = (page: Page) => page.getByRole('row').filter({ hasText: 'Submitted' });
const search = (page: Page) => page.getByPlaceholder('Search by name, email, or company...');

test.describe('the leads page', () => {
  test('has the columns, filters and dates of the specification, searches, and loads more while scrolling', async ({
    page,
    platform,
  }) => {
    await submitLeads(platform, 70, (index) => ({
      source: index % 2 ? 'services' : 'portfolio',
      company: index === 5 ? 'Needle & Thread' : `Company ${index}`,
      ...(index % 2 && { budget_range: '5k-15k', service_interest: 'AI integration' }),
    }));
    await signIn(page, '/admin/leads?search=submitted');
    for (const name of [
      'Name',
      'Email',
      'Company',
      'Status',
      'Source',
      'Service Interest',
      'Budget',
      'Created',
      'Actions',
    ]) {
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    }
    const today = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric' }).format(
      new Date(),
    );
    await expect(rows(page).first()).toContainText('Submitted 069');
    await expect(rows(page).first()).toContainText(today);
    await expect(rows(page).first()).toContainText('5k-15k');

    await expect(async () => {
      await rows(page).last().scrollIntoViewIfNeeded();
      expect(await rows(page).count()).toBe(70);
    }).toPass();
    await expect(page.getByRole('heading', { name: 'Leads (70)' })).toBeVisible();

    await page.getByRole('combobox', { name: 'Source' }).click();
    await page.getByRole('option', { name: 'Portfolio' }).click();
    await expect(page.getByRole('heading', { name: 'Leads (35)' })).toBeVisible();
    await page.keyboard.press('Escape');
    await search(page).fill('needle & th');
    await expect(page.getByText('No leads match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Source' })).toContainText('All sources');
    await search(page).fill('NEEDLE & TH');
    await expect(rows(page)).toHaveCount(1);
    // The state of the list is in its address.
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
  });

  test('shows both versions when another admin has saved the lead, and keeps what was typed', async ({
    page,
    platform,
    browser,
  }) => {
    await submitLeads(platform, 1, () => ({ name: 'Contested', email: 'contested@example.com' }));
    await signIn(page);
    const other = await newVisitor(browser, platform);
    await signIn(other);
    for (const one of [page, other]) {
      await one.goto('/admin/leads?search=contested');
      await one.getByRole('button', { name: 'Edit Contested' }).click();
      await expect(one.getByRole('dialog').getByLabel(/^Company/)).toBeVisible();
    }
    // Types before the other admin saves, because an unchanged form follows live updates.
    await page
      .getByRole('dialog')
      .getByLabel(/^Company/)
      .fill('Mine');
    await other
      .getByRole('dialog')
      .getByLabel(/^Company/)
      .fill('Theirs');
    await other.getByRole('dialog').getByRole('button', { name: 'Update Lead' }).click();
    await expect(other.getByRole('dialog')).toBeHidden();
    await page.getByRole('dialog').getByRole('button', { name: 'Update Lead' }).click();
    await expect(page.getByRole('dialog')).toContainText('Theirs');
    await expect(page.getByRole('dialog').getByLabel(/^Company/)).toHaveValue('Mine');
  });

  test('moves, opens, changes the status and closes by keyboard', async ({ page, platform }) => {
    await submitLeads(platform, 3, (index) => ({ name: `Keys ${index}`, email: `keys${index}@example.com` }));
    await signIn(page, '/admin/leads?search=keys');
    await expect(page.getByRole('row').filter({ hasText: 'Keys' })).toHaveCount(3);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await page.keyboard.press('3');
    await expect(page.getByRole('row').filter({ hasText: 'Keys 1' })).toContainText('Qualified');
    // The menu returns the focus to the row when it closes.
    await expect(page.getByRole('menu')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('keys1@example.com');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    // The drawer returns the focus to the list after it has disappeared.
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    await page.keyboard.press('/');
    await expect(search(page)).toBeFocused();
  });
});

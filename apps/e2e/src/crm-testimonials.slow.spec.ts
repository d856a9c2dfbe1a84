/**
 * The page of testimonials: its list with many records, each action, its failures, and what the site shows.
 * @subject apps/crm/src/testimonials
 * @everyday apps/crm/src/testimonials/testimonial-list.page.spec.tsx
 */
import type { Page } from '@playwright/test';
import type { OwnerApi } from './support/owner-api.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

interface StoredTestimonial {
  id: string;
  name: string;
}

const addTestimonial = (owner: OwnerApi, name: string, more: object = {}) =>
  owner.send<StoredTestimonial>('POST', '/testimonials', { name, content: `What ${name} says.`, rating: 4, ...more });

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const search = (page: Page) => page.getByPlaceholder('Search testimonials...');

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test.describe('the testimonials page', () => {
  test('lists, searches, filters, and loads more while scrolling', async ({ page, owner }) => {
    for (let index = 0; index < 60; index++) await addTestimonial(owner, `Listed ${String(index).padStart(2, '0')}`);
    await addTestimonial(owner, 'Listed far', { company: 'Needle & Thread', role: 'CTO', is_featured: true });
    await signIn(page, '/admin/testimonials?search=listed');
    for (const name of ['Client', 'Rating', 'Content', 'Status', 'Created', 'Actions'])
      await expect(page.getByRole('columnheader', { name })).toBeVisible();
    await expect(rowOf(page, 'Listed far')).toContainText('CTO at Needle & Thread');
    await expect(rowOf(page, 'Listed far').getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible();
    await expect(rowOf(page, 'Listed far')).toContainText('Approved');
    await expect(rowOf(page, 'Listed far')).toContainText('Featured');
    await expect(page.getByRole('heading', { name: 'Testimonials (61)' })).toBeVisible();
    await expect(async () => {
      await rowOf(page, 'Listed').last().scrollIntoViewIfNeeded();
      expect(await rowOf(page, 'Listed').count()).toBe(61);
    }).toPass();

    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Featured' }).click();
    await expect(rowOf(page, 'Listed')).toHaveCount(1);
    await search(page).fill('needle & th');
    await expect(rowOf(page, 'Listed')).toHaveCount(1);
    await expect(page).toHaveURL(/search=needle/);
    await page.reload();
    await expect(rowOf(page, 'Listed')).toHaveCount(1);
    await expect(search(page)).toHaveValue('needle & th');
    await search(page).fill('nobody says this');
    await expect(page.getByText('No testimonials match')).toBeVisible();
  });

  test('shows a toast for each action, and restores a deleted testimonial with Undo', async ({ page, owner }) => {
    await addTestimonial(owner, 'Acted Upon');
    await signIn(page, '/admin/testimonials?search=acted');
    const row = rowOf(page, 'Acted Upon');
    for (const [item, said, shown] of [
      ['Unapprove', 'Testimonial unapproved successfully', 'Pending'],
      ['Approve', 'Testimonial approved successfully', 'Approved'],
      ['Feature', 'Testimonial featured successfully', 'Featured'],
      ['Unfeature', 'Testimonial unfeatured successfully', 'Approved'],
    ] as const) {
      await choose(page, 'Acted Upon', item);
      await expect(toastOf(page)).toContainText(said);
      await expect(row).toContainText(shown);
    }
    await expect(row).not.toContainText('Featured');
    await choose(page, 'Acted Upon', 'Delete');
    await expect(toastOf(page)).toContainText('Testimonial deleted successfully');
    await expect(row).toHaveCount(0);
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page)).toContainText('Testimonial restored');
    await expect(row).toHaveCount(1);
  });

  test('creates a testimonial, opens it at its own address and edits it, and the site shows it immediately', async ({
    page,
    browser,
    platform,
  }) => {
    await signIn(page);
    // This tab must later refetch the page that it caches here.
    await page.goto('/mentorship');
    await page.goto('/admin/testimonials');
    await page.getByRole('button', { name: 'Add Testimonial' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Testimonial' });
    await dialog.getByRole('button', { name: 'Create Testimonial' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByLabel(/^Name/).fill('Shown Publicly');
    await dialog.getByLabel('Role').fill('CTO');
    await dialog.getByLabel(/^Testimonial Content/).fill('First words.');
    await dialog.getByRole('switch', { name: 'Featured' }).click();
    await dialog.getByRole('button', { name: 'Create Testimonial' }).click();
    await expect(toastOf(page)).toContainText('Testimonial created successfully');
    const visitor = await newVisitor(browser, platform);
    await visitor.goto('/mentorship');
    await expect(visitor.getByText('First words.')).toBeVisible();

    await choose(page, 'Shown Publicly', 'View Details');
    const drawer = page.getByRole('dialog', { name: 'Testimonial Details' });
    await expect(page).toHaveURL(/\/admin\/testimonials\/[0-9a-f-]{36}/);
    await page.reload();
    await expect(drawer.getByText('Featured: Yes')).toBeVisible();
    await drawer.getByRole('button', { name: /^Edit/ }).click();
    const form = page.getByRole('dialog', { name: 'Edit Testimonial' });
    await form.getByLabel(/^Testimonial Content/).fill('Other words.');
    await form.getByRole('button', { name: 'Update Testimonial' }).click();
    await expect(toastOf(page)).toContainText('Testimonial updated successfully');
    await expect(drawer.getByText('Other words.')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('Other words.')).toBeVisible();

    // In the same tab, by client-side navigation.
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Go to the site' }).click();
    await page.getByRole('link', { name: 'Mentorship', exact: true }).first().click();
    await expect(page.getByText('Other words.')).toBeVisible();
    await page.goBack();
    await page.goBack();
    await choose(page, 'Shown Publicly', 'Unapprove');
    await expect(toastOf(page)).toContainText('Testimonial unapproved successfully');
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Testimonials' })).toBeVisible();
    await expect(visitor.getByText('Other words.')).toHaveCount(0);
  });

  test('says in the list and in a toast that the service does not respond, and offers Retry', async ({ page }) => {
    await signIn(page);
    await page.route('**/api/v1/admin/testimonials*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/admin/testimonials');
    await expect(page.getByRole('heading', { name: 'Failed to fetch testimonials' })).toBeVisible({ timeout: 60_000 });
    await expect(toastOf(page)).toContainText('Failed to fetch testimonials');
    await page.unroute('**/api/v1/admin/testimonials*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });
});

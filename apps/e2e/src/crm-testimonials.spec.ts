import type { Page } from '@playwright/test';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test.describe('the testimonials page', () => {
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
});

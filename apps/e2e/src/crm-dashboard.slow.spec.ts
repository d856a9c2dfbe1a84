/**
 * The dashboard while it loads, and without one of the services.
 * @subject apps/crm/src/app/dashboard
 * @everyday apps/crm/src/app/dashboard/dashboard.page.spec.tsx
 */
import type { Page } from '@playwright/test';
import { expect, signIn, test, toastOf } from './support/test.js';

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('the dashboard shows six placeholders while it loads; cards of an unavailable service say so, without a toast, and offer Retry', async ({
  page,
}) => {
  await signIn(page);
  let response: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    response = resolve;
  });
  await page.route('**/api/v1/admin/stats/**', async (route) => {
    await asked;
    if (route.request().url().endsWith('/content')) await route.fulfill({ status: 500, body: '' });
    else await route.continue();
  });
  await page.goto('/admin');
  await expect(page.locator('[data-placeholder]')).toHaveCount(6);
  response!();
  await expect(card(page, 'Testimonials')).toContainText('Could not be loaded');
  await expect(card(page, 'Active Clients')).not.toContainText('Could not be loaded');
  await expect(toastOf(page)).toHaveCount(0);
  await page.unroute('**/api/v1/admin/stats/**');
  await card(page, 'Testimonials').getByRole('button', { name: 'Retry' }).click();
  await expect(card(page, 'Testimonials')).toContainText('pending');
});

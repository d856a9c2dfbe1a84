/**
 * The pages of portfolio inquiries and of subscribers.
 * @subject apps/crm/src/people/inquiries apps/crm/src/people/subscribers
 * @everyday apps/crm/src/people/subscribers/subscriber-list.page.spec.tsx
 */
import type { Page } from '@playwright/test';
import { expect, signIn, test, toastOf } from './support/test.js';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();

test('the portfolio inquiries page has columns, details, fallbacks, and deletion', async ({ page }) => {
  const sent = await page.request.post('/api/v1/portfolio-inquiries', {
    data: {
      name: 'Portfolio Person',
      email: 'portfolio@example.com',
      project_name: 'Ferry app',
      similar_project_interest: 'The offline part.',
      custom_requirements: 'For trams.',
    },
  });
  expect(sent.status()).toBe(201);
  await signIn(page, '/admin/portfolio-inquiries?search=ferry');
  await expect
    .poll(() => heads(page))
    .toEqual(['Project Interest', 'Similar Project', 'Custom Requirements', 'Created', 'Actions']);
  await row(page, 'Ferry app').getByRole('link').click();
  const details = page.getByRole('dialog', { name: 'Portfolio Inquiry Details' });
  await expect(details.getByText('The offline part.')).toBeVisible();
  await expect(details.getByText('For trams.')).toBeVisible();
  await details.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(toastOf(page)).toContainText('Portfolio inquiry deleted successfully');
  await expect(details).toBeHidden();
});

test('the subscribers page filters, activates and deletes', async ({ page }) => {
  const email = `reader-${Date.now()}@example.com`;
  expect((await page.request.post('/api/v1/subscribers', { data: { email, name: 'A Reader' } })).status()).toBe(201);
  await signIn(page, '/admin/blog-subscribers');
  await expect(page.getByRole('heading', { name: /^Blog Subscribers \(\d+\)$/ })).toBeVisible();
  await expect.poll(() => heads(page)).toEqual(['Email', 'Name', 'Source', 'Status', 'Subscribed', 'Actions']);
  await page.getByPlaceholder('Search subscribers...').fill(email);
  await expect(page.getByRole('heading', { name: 'Blog Subscribers (1)' })).toBeVisible();
  await row(page, email)
    .getByRole('button', { name: `Deactivate ${email}` })
    .click();
  await expect(toastOf(page)).toContainText('Subscriber deactivated successfully');
  await expect(row(page, email)).toContainText('Inactive');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Inactive', exact: true }).click();
  await expect(page).toHaveURL(/status=inactive/);
  await row(page, email)
    .getByRole('button', { name: `Activate ${email}` })
    .click();
  await expect(toastOf(page)).toContainText('Subscriber activated successfully');
  // The filtered list no longer contains the subscriber, who has confirmed nothing.
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Unconfirmed', exact: true }).click();
  await row(page, email)
    .getByRole('button', { name: `Delete ${email}` })
    .click();
  await expect(toastOf(page)).toContainText('Subscriber deleted successfully');
});

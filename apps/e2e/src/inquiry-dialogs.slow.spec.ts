/**
 * Inquiry dialogs that cannot be sent, or are closed.
 * @subject libs/public-forms/src apps/site/src/contact-form
 * @everyday libs/public-forms/src/use-public-form.spec.tsx
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test, toastOf } from './support/test.js';

const who = { Name: 'Ines Duarte', Email: 'ines@example.com' };

async function fill(dialog: Locator, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text);
}

async function openService(page: Page, id = 'saas-architecture') {
  await page.goto('/services');
  await page.locator(`li#${id}`).getByRole('button', { name: 'Inquire' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

test.describe('the inquiry dialogs', () => {
  test('keep the text after a failure and after being closed', async ({ page }) => {
    let dialog = await openService(page);
    await fill(dialog, { ...who, Requirements: 'A long story.' });
    await page.route('**/api/v1/service-inquiries', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(toastOf(page)).toContainText('Something went wrong. Please try again.');
    await expect(dialog.getByLabel('Requirements')).toHaveValue('A long story.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.locator('li#saas-architecture').getByRole('button', { name: 'Inquire' })).toBeFocused();
    dialog = await openService(page);
    await expect(dialog.getByLabel('Requirements')).toHaveValue('A long story.');
  });
});

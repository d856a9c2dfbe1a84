import type { Locator, Page } from '@playwright/test';
import { mailsIn } from './support/mailbox.js';
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
  test('name every error of an inquiry about a service, then store one lead and send one mail', async ({
    page,
    platform,
  }) => {
    const dialog = await openService(page);
    const send = dialog.getByRole('button', { name: 'Send inquiry' });
    await send.click();
    for (const error of ['Name is required', 'Email is required', 'Please describe your requirements'])
      await expect(dialog.getByText(error)).toBeVisible();
    await fill(dialog, { ...who, Email: 'nonsense' });
    await send.click();
    await expect(dialog.getByText('Invalid email address')).toBeVisible();
    await fill(dialog, { ...who, Requirements: 'Nine hundred tenants.' });
    await dialog.getByRole('combobox', { name: /Budget/ }).click();
    await page.getByRole('option').nth(1).click();
    const sent = page.waitForResponse('**/api/v1/service-inquiries');
    await send.dblclick();
    expect((await sent).status()).toBe(201);
    expect((await sent).request().postDataJSON()).toMatchObject({ service_name: 'SaaS architecture' });
    await expect(toastOf(page)).toContainText('Service inquiry submitted!');
    await expect(dialog).toBeHidden();
    await expect
      .poll(
        async () => (await mailsIn(platform.dataDir)).filter(({ headers }) => headers['reply-to'] === who.Email).length,
      )
      .toBe(1);
    const [mail] = (await mailsIn(platform.dataDir)).filter(({ headers }) => headers['reply-to'] === who.Email);
    expect(mail!.body).toContain('SaaS architecture');
    expect(mail!.body).toContain('Nine hundred tenants.');
  });

  test('require both texts of an inquiry about a case study', async ({ page }) => {
    await page.goto('/portfolio');
    await page.getByRole('button', { name: 'Similar Project?' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Similar Project?' });
    const send = dialog.getByRole('button', { name: 'Send inquiry' });
    await send.click();
    for (const error of ['Please describe your interest', 'Please describe your requirements'])
      await expect(dialog.getByText(error)).toBeVisible();
    await fill(dialog, { ...who, Email: 'case@example.com' });
    await dialog.getByLabel('What interests you').fill('The map.');
    await dialog.getByLabel('Requirements').fill('Ours has no roads.');
    const sent = page.waitForRequest('**/api/v1/portfolio-inquiries');
    await send.click();
    await expect(toastOf(page)).toContainText('Project inquiry submitted!');
    expect((await sent).postDataJSON().project_name).toBeTruthy();
    await expect(dialog).toBeHidden();
  });

  for (const source of ['services', 'portfolio'])
    test(`the lead form of ${source} thanks the visitor and sends its source`, async ({ page }) => {
      await page.goto(`/${source}`);
      const form = page.getByRole('form', { name: 'Inquiry' });
      await form.getByLabel('Name', { exact: true }).fill('Sena');
      await form.getByLabel('Email', { exact: true }).fill(`${source}@example.com`);
      await form.getByLabel('Message', { exact: true }).fill('Hello.');
      await expect(form.getByLabel(/Budget/)).toHaveCount(source === 'services' ? 1 : 0);
      const sent = page.waitForRequest('**/api/v1/leads');
      await form.getByRole('button', { name: 'Send inquiry' }).click();
      await expect(toastOf(page)).toContainText('Thank you for your inquiry!');
      await expect(toastOf(page)).toContainText("We'll get back to you within 24 hours.");
      expect((await sent).postDataJSON().source).toBe(source);
      await expect(form.getByLabel('Message', { exact: true })).toHaveValue('');
    });
});

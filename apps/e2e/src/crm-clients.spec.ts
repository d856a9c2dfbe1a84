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
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` });

async function choose(page: Page, name: string, item: string): Promise<void> {
  await menuOf(page, name).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('the actions menu of a client offers View Details, Edit, and Delete with Undo', async ({ page, owner }) => {
  await addClient(owner, 'Acted Upon', { company: 'Before' });
  await signIn(page, '/admin/clients?search=acted');
  await choose(page, 'Acted Upon', 'View Details');
  const drawer = page.getByRole('dialog', { name: 'Acted Upon' });
  await expect(drawer.getByRole('link', { name: 'acted.upon@example.com' })).toHaveAttribute(
    'href',
    'mailto:acted.upon@example.com',
  );
  await expect(page).toHaveURL(/\/admin\/clients\/[0-9a-f-]{36}\?search=acted/);
  await page.reload();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await choose(page, 'Acted Upon', 'Edit');
  const form = page.getByRole('dialog', { name: 'Edit Client' });
  await form.getByLabel('Company').fill('After');
  await form.getByRole('button', { name: 'Update Client' }).click();
  await expect(toastOf(page)).toContainText('Client updated successfully');
  await expect(row(page, 'Acted Upon')).toContainText('After');

  await choose(page, 'Acted Upon', 'Delete');
  await expect(toastOf(page)).toContainText('Client deleted successfully');
  await expect(row(page, 'Acted Upon')).toHaveCount(0);
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page)).toContainText('Client restored');
  await expect(row(page, 'Acted Upon')).toBeVisible();
});

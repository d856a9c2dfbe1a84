import type { Page } from '@playwright/test';
import type { OwnerApi } from './support/owner-api.js';
import { expect, signIn, test, toastOf } from './support/test.js';

interface StoredProject {
  id: string;
  version: number;
}
const addProject = (owner: OwnerApi, title: string, fields: object = {}) =>
  owner.send<StoredProject>('POST', '/projects', { title, service_type: 'SaaS architecture', ...fields });
const addClient = (owner: OwnerApi, name: string) =>
  owner.send<{ id: string }>('POST', '/clients', { name, email: 'somebody@example.com' });

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('the actions menu of a project offers View Details, Edit with a client, and Delete with Undo', async ({
  page,
  owner,
}) => {
  const { id: clientId } = await addClient(owner, 'Zuzanna Picked');
  const { id } = await addProject(owner, 'Acted Upon', { service_type: 'Speleology', budget: 1_000 });
  await signIn(page, '/admin/projects?search=acted');
  await choose(page, 'Acted Upon', 'View Details');
  const drawer = page.getByRole('dialog', { name: 'Acted Upon' });
  await expect(drawer.getByText('Speleology')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/admin/projects/${id}\\?search=acted`));
  await page.reload();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('e');

  const form = page.getByRole('dialog', { name: 'Edit Project' });
  await expect(form.getByRole('combobox', { name: /^Service Type/ })).toContainText('Speleology');
  // Opens and closes the browser's date picker.
  await form.getByRole('button', { name: 'Choose End Date' }).click();
  await page.keyboard.press('Escape');
  await form.getByLabel('Budget').fill('');
  const client = form.getByRole('combobox', { name: 'Client' });
  await client.fill('zuzanna');
  await expect(page.getByRole('option', { name: /^Zuzanna Picked/ })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(1);
  await client.press('Enter');
  await expect(client).toHaveValue('Zuzanna Picked');
  await form.getByRole('button', { name: 'Update Project' }).click();
  await expect(toastOf(page)).toContainText('Project updated successfully');
  expect(await owner.send('GET', `/projects/${id}`)).toMatchObject({
    client_id: clientId,
    budget: null,
    service_type: 'Speleology',
  });
  await expect(drawer.getByRole('link', { name: 'Zuzanna Picked' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();

  await choose(page, 'Acted Upon', 'Delete');
  await expect(toastOf(page)).toContainText('Project deleted successfully');
  await expect(row(page, 'Acted Upon')).toHaveCount(0);
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(page)).toContainText('Project restored');
  await expect(row(page, 'Acted Upon')).toBeVisible();
});

/**
 * The keys and the look of the palette, and a changed password.
 * @subject libs/admin/src/frame
 * @everyday apps/e2e/src/crm-frame.spec.ts
 */
import type { Page } from '@playwright/test';
import { adminCommand } from './support/admin-command.js';
import { expectGoodLook, sizes } from './support/look.js';
import { admin, expect, newVisitor, signIn, test, toastOf } from './support/test.js';

const paletteField = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ });
const options = (page: Page) => page.getByRole('option');

async function openPasswordDialog(page: Page, who = admin) {
  await page.getByRole('button', { name: `Account: ${who.email}` }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
}

test.describe('the palette', () => {
  test('finds pages, and returns the focus on Escape; G and a letter open a page without it', async ({ page }) => {
    await signIn(page);
    const search = page.getByRole('button', { name: 'Search', exact: true });
    await search.click();
    await expect(options(page)).toHaveCount(16);
    await page.keyboard.type('subscr');
    await expect(options(page).first()).toHaveText('Blog Subscribers');
    await page.keyboard.press('Escape');
    await expect(paletteField(page)).toBeHidden();
    await expect(search).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL('/admin/projects');
    await expect(page.getByRole('heading', { level: 1, name: /^Projects/ })).toBeVisible();
  });

  for (const [size, viewport] of Object.entries(sizes))
    test(`is accessible and fits on a ${size}, as the password dialog does`, async ({ browser, platform }) => {
      const page = await newVisitor(browser, platform, { viewport });
      await signIn(page);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.keyboard.type('a');
      await expect(page.getByRole('group', { name: 'Leads' })).toBeVisible();
      await expectGoodLook(page);
      await page.setViewportSize(viewport);
      await page.keyboard.press('Escape');
      await openPasswordDialog(page);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('Current password is required')).toBeVisible();
      await expectGoodLook(page);
      await page.context().close();
    });
});

test('changing the password ends the other sessions, and only the new password signs in', async ({
  browser,
  platform,
}) => {
  const who = { email: 'changing@example.com', password: 'first-horse-battery' };
  await adminCommand(platform, 'create', '--email', who.email, '--password', who.password);
  const page = await newVisitor(browser, platform);
  const other = await newVisitor(browser, platform);
  for (const one of [page, other]) await signIn(one, '/admin', who);

  await openPasswordDialog(page, who);
  await page.getByLabel(/^Current password/).fill('not the password');
  await page.getByLabel(/^New password/).fill('another-horse-battery');
  await page.getByLabel(/^Repeat new password/).fill('another-horse-battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not the current password')).toBeVisible();
  await page.getByLabel(/^Current password/).fill(who.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toastOf(page)).toContainText('Password changed successfully');
  await expect(page.getByRole('dialog')).toBeHidden();

  // This session continues; the other ends with its next request.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await other.goto('/admin/leads');
  await expect(other.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
  await other.getByLabel('Email').fill(who.email);
  await other.getByLabel('Password', { exact: true }).fill(who.password);
  await other.getByRole('button', { name: 'Sign In' }).click();
  await expect(toastOf(other)).toContainText('Invalid login credentials');
  await other.getByLabel('Password', { exact: true }).fill('another-horse-battery');
  await other.getByRole('button', { name: 'Sign In' }).click();
  await other.waitForURL('**/admin**');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
});

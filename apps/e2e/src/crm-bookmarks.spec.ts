import type { Page } from '@playwright/test';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

const card = (page: Page, name: string | RegExp) => page.getByRole('article', { name });

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test.describe('the bookmarks page', () => {
  test('creates, edits, opens and deletes a bookmark, and the site shows each change immediately', async ({
    page,
    browser,
    platform,
  }) => {
    await signIn(page, '/admin/bookmarks');
    await page.getByRole('button', { name: 'Add Bookmark' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Bookmark' });
    await dialog.getByLabel(/^Title/).fill('Bookmark In Sight');
    await dialog.getByLabel(/^URL/).fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(dialog.getByText('Invalid URL')).toBeVisible();
    await dialog.getByLabel(/^URL/).fill(`${platform.url}/about`);
    await dialog.getByLabel('Tags').fill('alpha, , beta');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(toastOf(page)).toContainText('Bookmark created successfully');
    await expect(card(page, 'Bookmark In Sight').getByRole('listitem')).toHaveText(['alpha', 'beta']);
    const visitor = await newVisitor(browser, platform);
    await visitor.goto('/bookmarks?search=sight');
    await expect(visitor.getByRole('heading', { name: 'Bookmark In Sight' })).toBeVisible();

    await choose(page, 'Bookmark In Sight', 'Edit');
    const form = page.getByRole('dialog', { name: 'Edit Bookmark' });
    await expect(form.getByLabel('Tags')).toHaveValue('alpha, , beta');
    await form.getByLabel(/^Title/).fill('Bookmark In Plain Sight');
    await form.getByRole('button', { name: 'Update' }).click();
    await expect(toastOf(page)).toContainText('Bookmark updated successfully');
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Bookmark In Plain Sight' })).toBeVisible();

    const opened = page.context().waitForEvent('page');
    await choose(page, 'Bookmark In Plain Sight', 'Visit');
    const tab = await opened;
    await expect(tab).toHaveURL(/\/about$/);
    expect(await tab.evaluate(() => window.opener)).toBeNull();
    await tab.close();

    const questions: string[] = [];
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question.dismiss();
    });
    await choose(page, 'Bookmark In Plain Sight', 'Delete');
    await expect.poll(() => questions).toEqual(['Are you sure you want to delete this bookmark?']);
    await expect(card(page, 'Bookmark In Plain Sight')).toBeVisible();
    page.once('dialog', (question) => void question.accept());
    await choose(page, 'Bookmark In Plain Sight', 'Delete');
    await expect(toastOf(page)).toContainText('Bookmark deleted successfully');
    await expect(card(page, 'Bookmark In Plain Sight')).toHaveCount(0);
    await visitor.reload();
    await expect(visitor.getByText('No bookmarks found')).toBeVisible();
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page)).toContainText('Bookmark restored');
    await expect(card(page, 'Bookmark In Plain Sight')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Bookmark In Plain Sight' })).toBeVisible();
  });
});

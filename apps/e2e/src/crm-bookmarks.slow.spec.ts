/**
 * The page of bookmarks: its list with many records, each action, its keys, its failures, and what the site shows.
 * @subject apps/crm/src/bookmarks
 * @everyday apps/crm/src/bookmarks/bookmark-list.page.spec.tsx
 */
import type { Page } from '@playwright/test';
import type { OwnerApi } from './support/owner-api.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

const keep = (owner: OwnerApi, title: string, more: object = {}) =>
  owner.send<{ id: string }>('POST', '/bookmarks', { title, url: 'https://example.com/bookmark', ...more });

const card = (page: Page, name: string | RegExp) => page.getByRole('article', { name });
const search = (page: Page) => page.getByPlaceholder('Search bookmarks...');

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test.describe('the bookmarks page', () => {
  test('shows cards, searches title, description and tags, filters by category, and loads more while scrolling', async ({
    page,
    owner,
  }) => {
    for (let index = 0; index < 60; index++)
      await keep(owner, `Collected ${String(index).padStart(2, '0')}`, {
        category: index % 2 ? 'tools' : 'libraries',
        description: index === 7 ? 'A needle in it' : null,
        tags: index === 8 ? ['one', '', 'two', 'three', 'four', 'Haystack'] : [],
        is_featured: index === 8,
      });
    await signIn(page, '/admin/bookmarks?search=collected');
    await expect(page.getByText('Manage your curated collection of links and resources')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Bookmarks (60)' })).toBeVisible();
    await expect(async () => {
      await card(page, /^Collected/)
        .last()
        .scrollIntoViewIfNeeded();
      expect(await card(page, /^Collected/).count()).toBe(60);
    }).toPass();
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Tools' }).click();
    await expect(page.getByRole('heading', { name: 'Bookmarks (30)' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'All categories' }).click();
    await search(page).fill('NEEDLE in');
    await expect(card(page, 'Collected 07')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(1);
    await search(page).fill('haystack');
    const tagged = card(page, 'Collected 08');
    await expect(tagged.getByRole('listitem')).toHaveText(['Libraries', 'one', 'two', 'three', '+2']);
    await expect(tagged.getByRole('img', { name: 'Featured' })).toBeVisible();
    await expect(page).toHaveURL(/search=haystack/);
    await page.reload();
    await expect(page.getByRole('article')).toHaveCount(1);
    await search(page).fill('no such page');
    await expect(page.getByRole('heading', { name: 'No bookmarks found' })).toBeVisible();
    await expect(page.getByText('No bookmarks match "no such page"')).toBeVisible();
  });

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

  test('says why a save failed, and keeps what was typed', async ({ page }) => {
    await signIn(page, '/admin/bookmarks?form=add');
    const dialog = page.getByRole('dialog', { name: 'Add New Bookmark' });
    await dialog.getByLabel(/^Title/).fill('Not lost');
    await dialog.getByLabel(/^URL/).fill('https://example.com/not-lost');
    await page.route('**/api/v1/admin/bookmarks', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(toastOf(page)).toContainText('Error creating bookmark');
    await expect(toastOf(page)).toContainText('The service is not available');
    await expect(dialog.getByLabel(/^Title/)).toHaveValue('Not lost');
    await page.unroute('**/api/v1/admin/bookmarks');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(toastOf(page)).toContainText('Bookmark created successfully');
    await expect(card(page, 'Not lost')).toHaveCount(1);
  });

  test('moves between cards by keyboard, also by rows', async ({ page, owner }) => {
    for (let index = 0; index < 6; index++) await keep(owner, `Keyed ${index}`);
    await signIn(page, '/admin/bookmarks?search=keyed');
    await expect(page.getByRole('article')).toHaveCount(6);
    const opener = (index: number) => page.getByRole('button', { name: `Keyed ${index}`, exact: true });
    // Newest first, in rows of three at this window width.
    await page.keyboard.press('j');
    await expect(opener(5)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(opener(2)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(opener(1)).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(opener(4)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Edit Bookmark' }).getByLabel(/^Title/)).toHaveValue('Keyed 4');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener(4)).toBeFocused();
  });

  test('shows six placeholders while the cards load, and offers Retry after a failure', async ({ page }) => {
    await signIn(page);
    let response = () => {};
    const held = new Promise<void>((resolve) => {
      response = resolve;
    });
    await page.route('**/api/v1/admin/bookmarks*', async (route) => {
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.goto('/admin/bookmarks');
    await expect(page.locator('[data-skeleton]')).toHaveCount(6);
    await expect(page.locator('[data-skeleton]').first()).toBeVisible();
    response();
    await expect(page.getByRole('heading', { name: 'Failed to fetch bookmarks' })).toBeVisible({ timeout: 60_000 });
    await page.unroute('**/api/v1/admin/bookmarks*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});

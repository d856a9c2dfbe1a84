/**
 * Writing: a killed tab, conflicts, preview links, revisions.
 * @subject apps/crm/src/blog/editor apps/crm/src/blog/revisions
 * @everyday apps/crm/src/blog/editor/safe-writing.spec.tsx
 */
import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/look.js';
import { writePost } from './support/owner-api.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

const content = (page: Page) => page.getByPlaceholder('Write your blog post content using Markdown...');

test.describe('writing', () => {
  test('survives a killed tab', async ({ platform, browser, owner }) => {
    const post = await writePost(owner, { title: 'Killed tab', slug: 'killed-tab', published: false });
    const context = await browser.newContext({ baseURL: platform.url });
    const tab = await context.newPage();
    await signIn(tab, `/admin/blog/edit/${post.id}`);
    await content(tab).fill('An unsaved text.');
    await expect
      .poll(() => tab.evaluate(() => JSON.stringify({ ...localStorage }).includes('An unsaved text.')))
      .toBe(true);
    // A crashed page receives no unload event.
    const crashed = tab.waitForEvent('crash');
    const leaving = tab.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await leaving;
    const again = await context.newPage();
    await again.goto(`/admin/blog/edit/${post.id}`);
    await expect(content(again)).toHaveValue(/Words about Killed tab/);
    await expect(again.getByText('Restore unsaved changes')).toBeVisible();
    await again.getByRole('button', { name: /^Restore/ }).click();
    await expect(content(again)).toHaveValue('An unsaved text.');
    await again.getByRole('button', { name: 'Update Post' }).click();
    await expect(toastOf(again)).toContainText('Blog post updated successfully');
    await again.goto(`/admin/blog/edit/${post.id}`);
    await expect(content(again)).toHaveValue('An unsaved text.');
    await expect(again.getByText('Restore unsaved changes')).toHaveCount(0);
    await context.close();
  });

  test('shows both texts after another admin has saved the post, and loses neither', async ({
    page,
    platform,
    browser,
    owner,
  }) => {
    const post = await writePost(owner, { title: 'Contested words', slug: 'contested-words', published: false });
    await signIn(page, `/admin/blog/edit/${post.id}`);
    await content(page).fill('My text.');
    const other = await newVisitor(browser, platform);
    await signIn(other, `/admin/blog/edit/${post.id}`);
    await content(other).fill('Their text.');
    await other.getByRole('button', { name: 'Update Post' }).click();
    await expect(other).toHaveURL(/\/admin\/blog$/);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page.getByText('Their text.')).toBeVisible();
    await expect(content(page)).toHaveValue('My text.');
  });

  test('can be read as a draft with its preview link only', async ({ page, platform, browser, owner }) => {
    const post = await writePost(owner, { title: 'Between us', slug: 'between-us', published: false });
    const { path } = await owner.send<{ path: string }>('POST', `/posts/${post.id}/preview-links`);
    const reader = await newVisitor(browser, platform);
    const response = await reader.goto(path);
    expect(response?.headers()['cache-control']).toContain('no-store');
    await expect(reader.getByRole('heading', { level: 1, name: 'Between us' })).toBeVisible();
    await expect(reader.getByText(/this draft is not published/)).toBeVisible();
    await expectNoSidewaysScroll(reader);
    await expectAccessible(reader);
    expect((await page.request.get('/blog/between-us')).status()).toBe(404);
    await owner.send('DELETE', `/posts/${post.id}`);
    await reader.reload();
    await expect(reader.getByText('This preview link does not work any more')).toBeVisible();
  });

  test('is compared with an earlier revision, which can be restored', async ({ page, owner }) => {
    const post = await writePost(owner, { title: 'Versions', slug: 'versions', published: false, content: 'First.' });
    await owner.send('PATCH', `/posts/${post.id}`, { version: post.version, content: 'Second.' });
    await signIn(page, `/admin/blog/edit/${post.id}`);
    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('First.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await expect(content(page)).toHaveValue('First.');
  });
});

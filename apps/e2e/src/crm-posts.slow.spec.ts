/**
 * The list of posts, and the images beside a text.
 * @subject apps/crm/src/blog/posts apps/crm/src/blog/images
 * @everyday apps/crm/src/blog/posts/post-list.page.spec.tsx
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { writePost } from './support/owner-api.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const content = (page: Page) => page.getByPlaceholder('Write your blog post content using Markdown...');
const picture = join(import.meta.dirname, '../../../docs/images/contact-phone-light.png');

test.describe('the blog posts of the owner', () => {
  test('have columns, search, status, edit and view, and are deleted after a question, with Undo', async ({
    page,
    owner,
  }) => {
    const post = await writePost(owner, { title: 'A post to be deleted', slug: 'to-be-deleted' });
    await signIn(page, '/admin/blog');
    await expect(page.getByRole('columnheader')).toHaveText(['Title', 'Category', 'Status', 'Published', 'Actions']);
    await page.getByPlaceholder('Search posts...').fill('TO BE DELETED');
    await expect(page.getByRole('heading', { name: 'Blog Posts (1)' })).toBeVisible();
    await expect(row(page, 'A post to be deleted')).toContainText('Published');
    await expect(row(page, 'A post to be deleted').getByRole('link', { name: /^Edit/ })).toHaveAttribute(
      'href',
      `/admin/blog/edit/${post.id}`,
    );
    const view = row(page, 'A post to be deleted').getByRole('link', { name: /^View/ });
    await expect(view).toHaveAttribute('href', '/blog/to-be-deleted');
    await expect(view).toHaveAttribute('target', '_blank');

    const remove = row(page, 'A post to be deleted').getByRole('button', { name: /^Delete/ });
    await remove.click();
    const question = page.getByRole('alertdialog', { name: 'Delete Blog Post' });
    await expect(question).toContainText(
      'Are you sure you want to delete "A post to be deleted"? This action cannot be undone.',
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, 'A post to be deleted')).toBeVisible();
    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toastOf(page)).toContainText('Blog post deleted successfully');
    await expect(page.getByText('No posts found matching your search.')).toBeVisible();
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'A post to be deleted')).toBeVisible();
    expect((await page.request.get('/blog/to-be-deleted')).status()).toBe(200);

    await page.getByPlaceholder('Search posts...').fill('');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Draft' }).click();
    await expect(row(page, 'A post to be deleted')).toHaveCount(0);
    await expect(row(page, 'Draft').first()).toContainText('Not published');
    // Back restores the list without the filter.
    await page.goBack();
    await expect(row(page, 'A post to be deleted')).toBeVisible();
  });

  test('offer Retry after a failed fetch', async ({ page }) => {
    await signIn(page);
    let down = true;
    await page.route('**/api/v1/admin/posts?*', (route) => (down ? route.abort() : route.fallback()));
    await page.goto('/admin/blog');
    await expect(page.getByText('Failed to fetch blog posts').first()).toBeVisible({ timeout: 60_000 });
    down = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: /^Blog Posts \(\d+\)$/ })).toBeVisible();
  });
});

test.describe('the images beside a text', () => {
  test('are uploaded, inserted, described, copied, and deleted after a warning', { tag: '@replicas' }, async ({
    page,
    owner,
    context,
    browser,
    platform,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const post = await writePost(owner, { title: 'With pictures', slug: 'with-pictures', content: 'Words.' });
    await signIn(page, `/admin/blog/edit/${post.id}`);
    const manager = page.getByRole('region', { name: 'Images' });
    await expect(manager.getByText('Drag and drop or click to select (max 5MB)')).toBeVisible();
    const file = manager.locator('input[type=file]');
    const chosen = (name: string, mimeType: string, buffer: Buffer) => file.setInputFiles({ name, mimeType, buffer });

    await chosen('notes.txt', 'text/plain', Buffer.from('Not a picture'));
    await expect(toastOf(page)).toContainText('Please upload an image file');
    await chosen('large.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1));
    await expect(toastOf(page)).toContainText('Please upload an image smaller than 5MB');
    // The type is determined by the bytes, not by the name.
    await chosen('page.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(toastOf(page)).toContainText('Invalid file type');

    await chosen('phone.png', 'image/png', await readFile(picture));
    await expect(toastOf(page)).toContainText('Image uploaded successfully');
    const tile = manager.getByRole('list', { name: 'Uploaded Images' }).getByRole('listitem').first();
    await expect(tile).toContainText(/\d+(\.\d+)? KB/);
    await tile.hover();
    await tile.getByRole('button', { name: /^Copy markdown/ }).click();
    await expect(toastOf(page)).toContainText('Image markdown copied to clipboard');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^!\[Blog image\]\(\/images\/\d{13}-[a-z0-9]+\.png\)$/);
    await tile.getByRole('button', { name: /^Insert/ }).click();
    await expect(toastOf(page)).toContainText('Markdown has been added to your content');
    await expect(content(page)).toHaveValue(`Words.\n\n${copied}`);
    await tile.hover();
    await tile
      .getByRole('button', { name: /^Preview/ })
      .first()
      .click();
    const preview = page.getByRole('dialog', { name: 'Image Preview' });
    await preview.getByLabel('Alt Text (for accessibility)').fill('The contact page');
    await preview.getByRole('button', { name: 'Insert with Alt Text' }).click();
    await expect(content(page)).toHaveValue(/\n\n!\[The contact page\]\(\/images\//);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(toastOf(page)).toContainText('Blog post updated successfully');

    const path = /\((.*)\)/.exec(copied)![1]!;
    const response = await page.request.get(path);
    expect(response.headers()).toMatchObject({ 'content-type': 'image/png', etag: expect.any(String) });
    expect(response.headers()['cache-control']).toContain('immutable');

    await page.goto(`/admin/blog/edit/${post.id}`);
    await tile.hover();
    await tile.getByRole('button', { name: /^Delete/ }).click();
    const question = page.getByRole('dialog', { name: 'Delete Image' });
    await expect(question).toContainText('With pictures');
    await question.getByRole('button', { name: /^Delete/ }).click();
    await expect(toastOf(page)).toContainText('Image deleted successfully');
    expect((await page.request.get(path)).status()).toBe(404);
    // A new browser, because the other one may have cached the image as immutable.
    const reader = await newVisitor(browser, platform);
    await reader.goto('/blog/with-pictures');
    await expect(reader.getByRole('img', { name: 'Image not found' }).first()).toBeVisible();
  });
});

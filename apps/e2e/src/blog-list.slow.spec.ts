/**
 * Details of the list: its page numbers, a page beyond the last one, the link of the owner.
 * @subject apps/blog/src/post-list apps/blog/src/posts
 * @everyday apps/blog/src/post-list/post-list.spec.tsx
 */
import type { APIRequestContext } from '@playwright/test';
import { expect, signIn, test } from './support/test.js';

const cards = 'main [aria-label="Posts"] li';
const cardsPerPage = 9;

/** Returns the first page's posts and the number of all; other tests of the worker publish posts, too. */
async function publishedPosts(request: APIRequestContext) {
  const { items, total } = await (await request.get('/api/v1/posts')).json();
  const lastPage = Math.ceil(total / cardsPerPage);
  return { items, total, lastPage, onLastPage: total - (lastPage - 1) * cardsPerPage };
}

test.describe('the list of posts', () => {
  test('links up to five pages, the first and the last, with ellipses between', async ({ page, request }) => {
    const { total, lastPage, onLastPage } = await publishedPosts(request);
    await page.goto('/blog');
    const pages = page.getByRole('navigation', { name: 'Pages of posts' });
    const numbers = () => pages.getByRole('link', { name: /^(Page )?\d+$/ }).allTextContents();
    await expect(pages).toContainText(String(total));
    const last = String(lastPage);
    expect((await numbers()).map((text) => text.replace(/\D/g, ''))).toContain(last);
    await pages.getByRole('link', { name: /Next/ }).click();
    await expect(page).toHaveURL(/page=2/);
    await pages.getByRole('link', { name: new RegExp(`^(Page )?${last}$`) }).click();
    await expect(page).toHaveURL(new RegExp(`page=${last}$`));
    await expect(page.locator(cards).getByRole('heading')).toHaveCount(onLastPage);
    await page.goto('/blog?page=4');
    const shown = (await numbers()).map((text) => Number(text.replace(/\D/g, '')));
    expect(shown).toContain(1);
    expect(shown).toContain(lastPage);
    expect(shown.length).toBeLessThanOrEqual(7);
    await expect(pages.getByText('…').first()).toBeAttached();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`page=${last}$`));
  });

  test('says that a page is beyond the last one, and links back', async ({ page, request }) => {
    const { lastPage } = await publishedPosts(request);
    await page.goto('/blog?page=99');
    await expect(page.getByText('There is no page 99')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the last page' }).click();
    await expect(page).toHaveURL(new RegExp(`page=${lastPage}$`));
  });

  test('offers Add New Post to the owner only', async ({ page }) => {
    await page.goto('/blog');
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add New Post' })).toHaveCount(0);
    await signIn(page, '/blog');
    await expect(page.getByRole('link', { name: 'Add New Post' })).toHaveAttribute('href', '/admin/blog/new');
  });
});

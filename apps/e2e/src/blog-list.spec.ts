import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './support/test.js';

const cards = 'main [aria-label="Posts"] li';
const cardsPerPage = 9;

/** Returns the first page's posts and the number of all; other tests of the worker publish posts, too. */
async function publishedPosts(request: APIRequestContext) {
  const { items, total } = await (await request.get('/api/v1/posts')).json();
  const lastPage = Math.ceil(total / cardsPerPage);
  return { items, total, lastPage, onLastPage: total - (lastPage - 1) * cardsPerPage };
}

test.describe('the list of posts', () => {
  test('shows nine cards per page, newest first, with at most four tags each', async ({ page, request }) => {
    const { items, total } = await publishedPosts(request);
    expect(total).toBeGreaterThanOrEqual(60);
    await page.goto('/blog');
    await expect(page.locator(cards).filter({ has: page.getByRole('heading') })).toHaveCount(cardsPerPage);
    const titles = await page.locator(cards).getByRole('heading', { level: 2 }).allTextContents();
    expect(titles).toEqual(items.map(({ title }: { title: string }) => title));
    const dates = items.map(({ published_at }: { published_at: string }) => published_at);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('is filtered by category and by search, each from page 1', async ({ page, request }) => {
    const { items } = await (await request.get('/api/v1/categories')).json();
    await page.goto('/blog?page=3');
    const chips = page.getByRole('navigation', { name: 'Categories' });
    await expect(chips.getByRole('link')).toHaveText(['All Posts', ...items]);
    await chips.getByRole('link', { name: 'Mobile' }).click();
    await expect(page).toHaveURL(/\/blog\?category=Mobile$/);
    await expect(chips.getByRole('link', { name: 'Mobile' })).toHaveAttribute('aria-current', /true|page/);
    await page.getByRole('searchbox', { name: 'Search posts' }).fill('OUTBOX');
    await page.getByRole('searchbox', { name: 'Search posts' }).press('Enter');
    await expect(page).toHaveURL(/category=Mobile.*search=OUTBOX|search=OUTBOX.*category=Mobile/);
    await expect(page.getByRole('heading', { name: 'Offline-first starts with the write' })).toBeVisible();
    // Text that occurs in the content only.
    await page.goto('/blog?search=cracked corner and 400');
    await expect(page.locator(cards).getByRole('heading')).toHaveText(['Test on the phone in the drawer']);
    await page.goto('/blog?search=(a%2B)%2B%24');
    await expect(page.getByText('No posts found')).toBeVisible();
    await page.getByRole('link', { name: 'Show all posts' }).click();
    await expect(page.locator(cards).getByRole('heading')).toHaveCount(9);
  });
});

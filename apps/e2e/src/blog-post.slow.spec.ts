/**
 * Details of a post: likes, sharing, scrolling, copying, moved and failing posts.
 * @subject apps/blog/src/post apps/blog/src/posts
 * @everyday apps/e2e/src/blog-post.spec.ts
 */
import type { Page } from '@playwright/test';
import { writePost } from './support/owner-api.js';
import { expect, test, toastOf } from './support/test.js';

const long = '/blog/the-long-list';

async function readToEnd(page: Page) {
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
}

test.describe('a post', () => {
  test('remembers a like in this browser only, with a toast, after a reload and in other tabs', async ({
    page,
    context,
  }) => {
    const requests: string[] = [];
    await page.goto(long);
    const like = page.getByRole('button', { name: /^Like/ }).first();
    const count = async () => Number((await like.textContent())?.replace(/\D/g, ''));
    const before = await count();
    page.on('request', (request) => requests.push(request.url()));
    await like.click();
    await expect(toastOf(page)).toContainText('Added to liked posts');
    await expect.poll(count).toBe(before + 1);
    const other = await context.newPage();
    await other.goto(long);
    await expect(other.getByRole('button', { name: /^Like/ }).first()).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await like.click();
    await expect(toastOf(page)).toContainText('Removed from liked posts');
    await expect.poll(count).toBe(before);
    await expect(other.getByRole('button', { name: /^Like/ }).first()).toHaveAttribute('aria-pressed', 'false');
    expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);
  });

  test('is shared in a popup, by email, or by its link', async ({ page, context, platform }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: platform.url });
    await page.addInitScript(() => {
      const opened: unknown[] = [];
      Object.assign(window, { opened, open: (...what: unknown[]) => void opened.push(what) });
    });
    await page.goto(long);
    const share = page.getByRole('button', { name: 'Share' }).first();
    for (const [name, address] of [
      ['Twitter', 'https://twitter.com/intent/tweet'],
      ['LinkedIn', 'https://www.linkedin.com/sharing/'],
      ['Facebook', 'https://www.facebook.com/sharer/'],
      ['Email', 'mailto:'],
    ]) {
      await share.click();
      await page.getByRole('menuitem', { name }).click();
      const opened = () => page.evaluate(() => (window as unknown as { opened: string[][] }).opened.at(-1)?.[0] ?? '');
      await expect.poll(opened).toContain(address);
      expect(decodeURIComponent(await opened())).toContain(`${platform.url}${long}`);
    }
    await share.click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(toastOf(page)).toContainText('Link copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${platform.url}${long}`);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
      document.execCommand = () => false;
    });
    await share.click();
    await page.getByRole('menuitem', { name: 'Copy link' }).click();
    await expect(toastOf(page)).toContainText('Sharing failed');
    await expect(toastOf(page)).toContainText('Unable to share this post. Please try again.');
  });

  test('shows the reading progress, the current section, and a link to the top', async ({ page }) => {
    await page.goto(long);
    const bar = page.locator('[data-reading-progress]');
    const progress = () => bar.evaluate((element) => element.getBoundingClientRect().width / window.innerWidth);
    await expect(page.getByRole('button', { name: 'Back to top' })).toHaveCount(0);
    await page.evaluate(() => window.scrollTo(0, 1200));
    await expect.poll(progress).toBeGreaterThan(0.02);
    await expect(page.getByRole('button', { name: 'Back to top' })).toBeVisible();
    const contents = page.getByRole('complementary', { name: 'Contents' });
    await contents.getByRole('link', { name: '6. Images' }).click();
    await expect(page).toHaveURL(/#.*images/);
    await expect(page.getByRole('heading', { name: '6. Images' })).toBeInViewport();
    await expect(contents.getByRole('link', { name: '6. Images' })).toHaveAttribute('aria-current', /true|location/);
    await readToEnd(page);
    await page.getByRole('button', { name: 'Back to top' }).click();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(10);
  });

  test('opens at the section in its address, and keeps the scroll position on a reload', async ({ page }) => {
    const heading = page.getByRole('heading', { name: '6. Images' });
    await page.goto(long);
    const address = await heading.getByRole('link').getAttribute('href');
    await page.goto('/about');
    await page.goto(`${long}${address}`);
    await expect(heading).toBeInViewport();
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.reload();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
    await page.goto('/about');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  });

  test('lets code be copied, and replaces an image that fails to load', async ({ page, context, platform }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: platform.url });
    await page.route('**/static/blog/row-height.svg', (route) => route.abort());
    await page.goto(long);
    const code = page.locator('article figure, article [data-code]').filter({ hasText: 'EXPLAIN QUERY PLAN' }).first();
    await code.getByRole('button', { name: /Copy/ }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('EXPLAIN QUERY PLAN\nSELECT id');
    await page.getByRole('heading', { name: '6. Images' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('img', { name: 'Image not found' })).toBeAttached();
  });

  test('with a new slug redirects from its old address', async ({ page, owner, request }) => {
    const written = await writePost(owner, { title: 'Moving house', slug: 'moving-house' });
    await owner.send('PATCH', `/posts/${written.id}`, { slug: 'moved-house', version: written.version });
    const response = await request.get('/blog/moving-house', { maxRedirects: 0 });
    expect(response.status()).toBe(301);
    expect(response.headers().location).toMatch(/\/blog\/moved-house$/);
    const api = await request.get('/api/v1/posts/moving-house', { maxRedirects: 0 });
    expect(api.status()).toBe(301);
    expect(api.headers().location).toBe('/api/v1/posts/moved-house');
    await page.goto('/blog/moving-house');
    await expect(page).toHaveURL(/\/blog\/moved-house$/);
    await owner.send('DELETE', `/posts/${written.id}`);
  });

  test('redirects to the list with an error toast if its request gets 500, and Try again opens it', async ({
    page,
  }) => {
    await page.goto('/blog');
    const problem = { title: 'Something went wrong', status: 500, code: 'internal', type: '', request_id: 'test' };
    await page.route('**/api/v1/posts/the-long-list', (route) => route.fulfill({ status: 500, json: problem }));
    await page.evaluate(() => history.pushState({}, '', '/blog/the-long-list'));
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
    await expect(page).toHaveURL(/\/blog$/);
    await expect(toastOf(page)).toContainText('Failed to load this post');
    await expect(toastOf(page)).toContainText('Something went wrong on the server.');
    await page.unroute('**/api/v1/posts/the-long-list');
    await toastOf(page).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'The long list' })).toBeVisible();
    await expect(page).toHaveURL(/\/blog\/the-long-list$/);
  });
});

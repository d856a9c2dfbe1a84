import type { Browser } from '@playwright/test';
import { expectCleanHydration, expectOneHead, hydrated } from './support/hydration.js';
import { sizes } from './support/look.js';
import { writePost } from './support/owner-api.js';
import { anyVisitor, expect, test } from './support/test.js';

test.describe('a server-rendered page is hydrated', () => {
  test('without a console message, a request or a layout shift', { tag: '@own-texts' }, async ({
    browser,
    owner,
    platform,
  }) => {
    await writePost(owner, { title: 'A hydrated post', slug: 'hydrated', category: 'Mobile' });
    for (const path of ['/', '/contact', '/blog?category=Mobile', '/blog/hydrated'])
      await expectCleanHydration(browser, platform, path, { theme: 'light', viewport: sizes.phone });
  });

  test('and runs every script that it downloads in advance', async ({ page }) => {
    await page.coverage.startJSCoverage();
    await page.goto('/');
    await hydrated(page);
    const executed = (await page.coverage.stopJSCoverage()).map(({ url }) => url);
    const links = page.locator('link[rel=preload][as=script]');
    const preloaded = await links.evaluateAll((each) => each.map((link) => (link as HTMLLinkElement).href));
    expect(preloaded.length).toBeGreaterThan(0);
    expect(preloaded.filter((url) => !executed.includes(url))).toEqual([]);
  });

  test('and has one head, also on each page visited from there', async ({ page }) => {
    await page.goto('/blog');
    await hydrated(page);
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
    await expect(page).toHaveTitle(/^Contact · /);
    await expectOneHead(page);
    await page.goBack();
    await expect(page).toHaveTitle(/^Blog · /);
    await expectOneHead(page);
  });
});

test.describe('without JavaScript', () => {
  const reader = (browser: Browser, platform: { url: string }) =>
    anyVisitor(browser, platform, { javaScriptEnabled: false });

  test('the blog can be read and paged', async ({ browser, platform }) => {
    const page = await reader(browser, platform);
    await page.goto('/blog');
    const titles = page.locator('main [aria-label="Posts"]').getByRole('heading', { level: 2 });
    await expect(titles).toHaveCount(9);
    const first = await titles.first().textContent();
    await page
      .getByRole('navigation', { name: 'Pages of posts' })
      .getByRole('link', { name: /^(Page )?2$/ })
      .click();
    await expect(page).toHaveURL(/page=2$/);
    await expect(titles.first()).not.toHaveText(String(first));
    await page.goBack();
    await titles
      .first()
      .getByRole('link')
      .or(page.getByRole('link', { name: String(first) }))
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: String(first) })).toBeVisible();
    await expect(page.locator('article p').first()).toBeVisible();
    await page.context().close();
  });
});

test.describe('the status of a page', () => {
  test('is 404 for an unknown page and 301 for a moved one', async ({ owner, request }) => {
    expect((await request.get('/nowhere')).status()).toBe(404);
    expect((await request.get('/blog/nobody-wrote-this')).status()).toBe(404);
    const post = await writePost(owner, { title: 'A moving post', slug: 'before-the-move' });
    expect((await request.get('/blog/before-the-move')).status()).toBe(200);
    await owner.send('PATCH', `/posts/${post.id}`, { slug: 'after-the-move', version: post.version });
    const moved = await request.get('/blog/before-the-move', { maxRedirects: 0 });
    expect([moved.status(), moved.headers().location]).toEqual([301, '/blog/after-the-move']);
  });
});

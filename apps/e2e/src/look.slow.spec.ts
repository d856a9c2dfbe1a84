/**
 * Each public page at each size, in both themes.
 * @subject libs/ui/src/styles apps/site/src apps/blog/src
 * @everyday apps/e2e/src/look.spec.ts
 */
import { expectGoodLook, longestPost } from './support/look.js';
import { ownerApi } from './support/owner-api.js';
import { expect, newVisitor, test } from './support/test.js';

const longest = 'v'.repeat(200);

const publicPages = [
  '/',
  '/about',
  '/mentorship',
  '/portfolio',
  '/bookmarks',
  '/blog',
  '/blog?page=3',
  '/blog?search=nothing-has-this',
  '/blog/the-long-list',
  '/blog/background-jobs-a-field-guide',
  `/blog/${longest}`,
  '/privacy',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
  '/contact',
  '/pricing',
  '/auth',
  '/auth/forgot',
  '/auth/reset',
];

test.describe('every public page', () => {
  const posts: string[] = [];

  test.beforeAll(async ({ playwright, platform }) => {
    const request = await playwright.request.newContext({ baseURL: platform.url });
    const owner = await ownerApi(request);
    // Its neighbours and related posts have the longest values, too.
    for (const slug of ['before', longest, 'after'])
      posts.push((await owner.send<{ id: string }>('POST', '/posts', longestPost(slug))).id);
    await request.dispose();
  });

  test.afterAll(async ({ playwright, platform }) => {
    const request = await playwright.request.newContext({ baseURL: platform.url });
    const owner = await ownerApi(request);
    for (const id of posts.splice(0)) await owner.send('DELETE', `/posts/${id}`);
    await request.dispose();
  });

  for (const path of publicPages)
    test(`${path.slice(0, 60)} is accessible in both themes and fits each size`, async ({ browser, platform }) => {
      const page = await newVisitor(browser, platform, { reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectGoodLook(page);
      await page.context().close();
    });
});

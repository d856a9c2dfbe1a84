import { ownerApi, test } from './support/demo.js';
import { expectAccessible, expectNoSidewaysScroll, longestPost, sizes, themes, useTheme } from './support/look.js';
import { expect, newVisitor } from './support/test.js';

const longest = 'v'.repeat(200);

const publicPages = [
  '/',
  '/about',
  '/services',
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

test.describe('every public page at both sizes and themes', () => {
  const written: string[] = [];

  test.beforeAll(async ({ playwright, platform }) => {
    const request = await playwright.request.newContext({ baseURL: platform.url });
    const owner = await ownerApi(request);
    // Its neighbours and related posts are such ones too.
    for (const slug of ['before', longest, 'after'])
      written.push((await owner.send<{ id: string }>('POST', '/posts', longestPost(slug))).id);
    await request.dispose();
  });

  test.afterAll(async ({ playwright, platform }) => {
    const request = await playwright.request.newContext({ baseURL: platform.url });
    const owner = await ownerApi(request);
    for (const id of written.splice(0)) await owner.send('DELETE', `/posts/${id}`);
    await request.dispose();
  });

  for (const theme of themes)
    for (const [device, viewport] of Object.entries({ ...sizes, small: { width: 320, height: 640 } })) {
      test(`${theme}, ${device}: readable, nothing over the edge`, async ({ browser, platform }) => {
        test.setTimeout(180_000);
        const page = await newVisitor(browser, platform, { viewport, reducedMotion: 'reduce' });
        await useTheme(page, theme);
        for (const path of publicPages) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await test.step(path, async () => {
            await expectNoSidewaysScroll(page);
            if (device !== 'small') await expectAccessible(page);
          });
        }
      });
    }

  test('the theme is dark unless light was chosen, and the choice stays', async ({ page }) => {
    await page.goto('/contact');
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const dark = await background();
    await page.getByRole('button', { name: /theme/i }).first().click();
    await expect.poll(background).not.toBe(dark);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
    await page.reload();
    await expect.poll(background).not.toBe(dark);
  });
});

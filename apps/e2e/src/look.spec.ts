import { test } from './support/demo.js';
import { expectAccessible, expectNoSidewaysScroll, sizes, themes, useTheme } from './support/look.js';
import { expect, newVisitor, signIn } from './support/test.js';

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
  '/privacy',
  '/contact',
  '/pricing',
  '/auth',
];
const adminPages = ['/admin', '/admin/leads', '/admin/clients'];
const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);

test.describe('every page at both sizes and themes', () => {
  test.beforeAll(async ({ platform }) => {
    for (let index = 0; index < 12; index++) {
      const answer = await fetch(`${platform.url}/api/v1/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name: index === 3 ? long : `Visitor ${index}`,
          email: index === 3 ? `${long}@example.com` : `visitor${index}@example.com`,
          company: index === 3 ? long : 'Fieldnote',
          message: `${long} `.repeat(8),
          source: 'contact',
        }),
      });
      expect(answer.status).toBe(201);
    }
  });

  for (const theme of themes)
    for (const [device, viewport] of Object.entries({ ...sizes, small: { width: 320, height: 640 } })) {
      test(`${theme}, ${device}: readable, nothing over the edge`, async ({ browser, platform }) => {
        test.setTimeout(240_000);
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
        await signIn(page);
        for (const path of adminPages) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await test.step(path, async () => {
            await expectNoSidewaysScroll(page);
            if (device !== 'small') await expectAccessible(page);
          });
        }
        await page.goto('/admin/leads');
        await page.getByText(long).first().click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNoSidewaysScroll(page);
        if (device !== 'small') await expectAccessible(page);
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

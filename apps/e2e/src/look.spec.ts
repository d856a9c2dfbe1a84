import { expectGoodLook } from './support/look.js';
import { expect, newVisitor, test } from './support/test.js';

test.describe('a public page', () => {
  test('/services is accessible in both themes and fits each size', async ({ browser, platform }) => {
    const page = await newVisitor(browser, platform, { reducedMotion: 'reduce' });
    await page.goto('/services');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectGoodLook(page);
    await page.context().close();
  });

  test('is dark unless light was chosen, and remembers the choice', async ({ page }) => {
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

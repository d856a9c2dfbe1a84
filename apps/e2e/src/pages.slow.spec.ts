/**
 * The collapsed navigation of the public pages, and its search.
 * @subject apps/shell/src/layout
 * @everyday apps/shell/src/layout/public-layout.spec.tsx
 */
import { expect, test } from './support/test.js';

test.describe('the layout of the public pages', () => {
  test('collapses by its button and by Ctrl-B, but not while a user types, and remembers it for 7 days', async ({
    page,
    context,
  }) => {
    await page.goto('/contact');
    const rail = () =>
      page.evaluate(() => document.querySelector('nav[aria-label="Main"]')!.getBoundingClientRect().width);
    const wide = await rail();
    expect(wide).toBeGreaterThan(200);
    await page.keyboard.press('Control+b');
    await expect.poll(rail).toBeLessThan(48);
    await expect(page.getByRole('searchbox', { name: 'Search documentation' })).toBeHidden();
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
    expect((cookie!.expires * 1_000 - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    await page.reload();
    expect(await rail()).toBeLessThan(48);
    await page.getByLabel('Message', { exact: true }).focus();
    await page.keyboard.press('Control+b');
    expect(await rail()).toBeLessThan(48);
    await page.getByRole('button', { name: /Expand/ }).click();
    await expect.poll(rail).toBeGreaterThan(200);
  });

  test('searches the documentation: the four entries of the specification by title, then pages and posts', async ({
    page,
  }) => {
    await page.goto('/');
    const search = page.getByRole('searchbox', { name: 'Search documentation' });
    const nav = page.getByRole('navigation', { name: 'Main' });
    for (const [typed, found] of [
      ['abo', 'About'],
      ['SERV', 'Services'],
      ['cont', 'Contact'],
      ['mai', 'Main'],
    ] as const) {
      await search.fill(typed);
      await expect(nav.getByRole('link').first()).toHaveText(found);
    }
    await search.fill('idempotency');
    const hit = page
      .getByRole('region', { name: 'Posts' })
      .getByRole('link', { name: /Idempotency keys/ })
      .first();
    await expect(hit).toBeVisible();
    await hit.click();
    await expect(page).toHaveURL(/\/blog\/idempotency-keys-that-survive-retries$/);
  });

  test('opens what was searched once its script is there, and says so if it cannot be loaded', async ({ page }) => {
    const script = '**/lazy-search.*.js';
    await page.route(script, (route) => route.abort());
    await page.goto('/');
    const search = page.getByRole('searchbox', { name: 'Search documentation' });
    const nav = page.getByRole('navigation', { name: 'Main' });
    await search.fill('con');
    await expect(page.getByText('The search could not be loaded. The next key tries again.')).toBeVisible();
    await expect(nav.getByRole('link')).toHaveCount(8);

    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.unroute(script);
    await page.route(script, async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/lazy-search\./);
    await search.press('t');
    await asked;
    await search.press('Enter');
    await expect(page).toHaveURL((url) => url.pathname === '/');
    release();
    await expect(page).toHaveURL(/\/contact$/);
  });
});

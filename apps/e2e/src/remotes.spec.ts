import type { Page, Route } from '@playwright/test';
import { anyVisitor, test as base, expect, signInByForm } from './support/test.js';

/** A test whose `page` does not wait for hydration, which a missing remote prevents. */
const test = base.extend({ page: async ({ browser, platform }, use) => use(await anyVisitor(browser, platform)) });

const blogFiles = '**/remotes/blog/**';

/** Functions that simulate faults of a remote's files, by name of the fault. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  killed: (route) => route.abort('connectionrefused'),
  '404': (route) => route.fulfill({ status: 404, body: 'not here' }),
  broken: (route) =>
    route.fulfill({ status: 200, contentType: 'text/javascript', body: 'throw new Error("broken build");' }),
  // Never responds, so the shell's time limit of 8 s must end the wait. The stylesheet is part of the page.
  slow: async (route) => {
    if (route.request().resourceType() === 'stylesheet') await route.continue();
  },
};

async function expectErrorWithRetry(page: Page, timeout = 15_000): Promise<void> {
  await expect(page.getByRole('heading', { name: /could not be loaded/i })).toBeVisible({ timeout });
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
}

test.describe('a missing remote', () => {
  for (const [fault, provoke] of Object.entries(faults)) {
    test(`(${fault}) leaves the shell and the other remotes working, and Retry loads it`, async ({ page }) => {
      await page.route(blogFiles, provoke);
      await page.goto('/blog');
      await expectErrorWithRetry(page);
      await expect(page.getByRole('heading', { name: /blog/i }).first()).toBeVisible();

      await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
      await expect(page.getByLabel('Message', { exact: true })).toBeVisible();

      await page.getByRole('link', { name: 'Blog', exact: true }).first().click();
      await expectErrorWithRetry(page);
      await page.unroute(blogFiles);
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Blog', level: 1 })).toBeVisible();
    });
  }

  test('that throws while rendering shows an error state, not a blank page', async ({ page }) => {
    // Replaces the remote's entry by a container that loads but whose page throws.
    await page.route('**/remotes/blog/remoteEntry*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'globalThis.docfolio_blog = { init() {}, get: async () => () => ({ default() { throw new Error("failed rendering"); } }) };',
      }),
    );
    await page.goto('/blog');
    await expectErrorWithRetry(page);
    await expect(page.getByRole('link', { name: 'Contact', exact: true }).first()).toBeVisible();
  });

  test('leaves the site working without the CRM, and Retry opens the CRM', async ({ platform, browser }) => {
    const page = await anyVisitor(browser, platform);
    await page.route('**/remotes/crm/**', faults.killed!);
    await page.goto('/admin/leads');
    await expectErrorWithRetry(page);
    await page.unroute('**/remotes/crm/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
    await signInByForm(page);
  });
});

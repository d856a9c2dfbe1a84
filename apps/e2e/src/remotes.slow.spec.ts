/**
 * Each fault of the files of a remote.
 * @subject libs/federation/src
 * @everyday apps/e2e/src/remotes.spec.ts
 */
import { expectErrorWithRetry, expectSiteWithoutBlog, faults } from './support/missing-remote.js';
import { anyVisitor, test as base, expect, signInByForm } from './support/test.js';

/** A test whose `page` does not wait for hydration, which a missing remote prevents. */
const test = base.extend({ page: async ({ browser, platform }, use) => use(await anyVisitor(browser, platform)) });

test.describe('a missing remote', () => {
  for (const [fault, provoke] of Object.entries(faults)) {
    if (provoke === faults['404']) continue;
    test(`(${fault}) leaves the shell and the other remotes working, and Retry loads it`, async ({ page }) => {
      await expectSiteWithoutBlog(page, provoke);
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
    await page.route('**/remotes/crm/**', faults.killed);
    await page.goto('/admin/leads');
    await expectErrorWithRetry(page);
    await page.unroute('**/remotes/crm/**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
    await signInByForm(page);
  });
});

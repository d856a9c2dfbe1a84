import { adminCommand } from './support/admin-command.js';
import { admin, expect, newVisitor, signInByForm, test } from './support/test.js';

test.describe('access to the CRM', () => {
  test('a visitor is redirected to the sign-in page, and Back does not return to the guarded one', async ({ page }) => {
    await page.goto('/contact');
    await page.evaluate(() => history.pushState({}, '', '/admin/leads'));
    await page.goto('/admin/leads');
    await page.waitForURL('**/auth*');
    await expect(page.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
    await expect(page.getByText('Sign in to access the CRM dashboard')).toBeVisible();
  });

  test('a wrong password shows an error and signs nobody in', async ({ page }) => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Error', { exact: true }).first()).toBeVisible();
    await expect(page.getByText('Invalid login credentials').first()).toBeVisible();
    await expect(page).toHaveURL(/\/auth/);
  });

  test('a user who is no admin is denied, and an admin never sees Access Denied during the access check', async ({
    platform,
    browser,
  }) => {
    await adminCommand(platform, 'create-user', '--email', 'guest@example.com', '--password', 'guest-password-1');
    const guest = await newVisitor(browser, platform);
    await signInByForm(guest, { email: 'guest@example.com', password: 'guest-password-1' });
    await expect(guest.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(guest.getByText("You don't have admin privileges.")).toBeVisible();

    const owner = await newVisitor(browser, platform);
    await owner.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body?.textContent?.includes('Access Denied')) sessionStorage.setItem('flashed', 'yes');
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    // Delays the access check until the page has rendered without it: one that does not wait would show Access Denied.
    await owner.route('**/api/v1/auth/me', async (route) => {
      const answer = await route.fetch();
      await owner.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)))),
      );
      await route.fulfill({ response: answer });
    });
    await signInByForm(owner);
    // The check of this page has ended before it is left.
    await expect(owner.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await owner.goto('/admin/leads');
    await expect(owner.getByRole('heading', { name: /^Leads/ })).toBeVisible();
    expect(await owner.evaluate(() => sessionStorage.getItem('flashed'))).toBeNull();
  });

  test('signing out shows a message and ends the session in every tab and on the server', { tag: '@replicas' }, async ({
    platform,
    browser,
  }) => {
    const page = await newVisitor(browser, platform);
    await signInByForm(page);
    const other = await page.context().newPage();
    await other.goto('/admin/leads');
    await expect(other.getByRole('heading', { name: /^Leads/ })).toBeVisible();
    const token = await page.evaluate(() => JSON.stringify(localStorage).match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)?.[0]);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('You have been signed out.').first()).toBeVisible();
    await page.waitForURL('**/auth*');
    await other.waitForURL('**/auth*');
    const answer = await page.request.get('/api/v1/admin/leads', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status()).toBe(401);
  });
});

import type { Platform } from '@docfolio/local/platform';
import { adminCommand } from './support/admin-command.js';
import { expectAccessible } from './support/look.js';
import { mailsIn } from './support/mailbox.js';
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

test('a forgotten password is replaced with a link in an email, which ends the old session', async ({
  platform,
  browser,
}) => {
  test.setTimeout(300_000);
  const forgetful = { email: 'forgetful@example.com', password: 'first-password-1' };
  await adminCommand(platform, 'create', '--email', forgetful.email, '--password', forgetful.password);
  const before = await newVisitor(browser, platform);
  await signInByForm(before, forgetful);

  const page = await newVisitor(browser, platform);
  await page.goto('/auth');
  await page.getByLabel('Email').fill(forgetful.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused();
  await expectAccessible(page);

  const path = await recoveryPathFor(platform, forgetful.email);
  await page.goto(path);
  await expect(page.getByText(`for ${forgetful.email}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password').fill('second-password-2');
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.waitForURL('**/admin');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await before.reload();
  await before.waitForURL('**/auth');
  await before.goto(path);
  await expect(before.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await signInByForm(before, { ...forgetful, password: 'second-password-2' });
  for (const visitor of [before, page]) await visitor.context().close();
});

/** Waits for the recovery email and returns path and fragment of its link. */
async function recoveryPathFor(platform: Platform, email: string): Promise<string> {
  let path: string | undefined;
  await expect(async () => {
    const mail = (await mailsIn(platform.dataDir)).find(
      ({ headers }) => headers.to === email && headers.subject === 'Reset your password',
    );
    // Removes the soft line breaks of quoted-printable.
    path = /\/auth\/reset#[\w-]{43}/.exec(mail?.body.replace(/=\r\n/g, '') ?? '')?.[0];
    expect(path).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return path!;
}

/**
 * A deactivated admin, a reload, and a forgotten password.
 * @subject apps/crm/src/app/access libs/admin/src/access services/gateway/src/sessions services/gateway/src/access
 * @everyday apps/e2e/src/session.spec.ts
 */
import type { Platform } from '@docfolio/local/platform';
import { adminCommand } from './support/admin-command.js';
import { expectAccessible } from './support/look.js';
import { mailsIn } from './support/mailbox.js';
import { openSession } from './support/owner-api.js';
import { expect, newVisitor, signInByForm, test } from './support/test.js';

test.describe('access to the CRM', () => {
  test('a deactivated admin is refused from the next request on, and activating restores access', {
    tag: '@replicas',
  }, async ({ platform, browser, request }) => {
    const who = { email: 'second@example.com', password: 'second-password-1' };
    await adminCommand(platform, 'create', '--email', who.email, '--password', who.password);
    const { session } = await openSession(request, who);
    const second = await newVisitor(browser, platform);
    await signInByForm(second, who);
    await second.goto('/admin/leads');
    await expect(second.getByRole('heading', { name: /^Leads/ })).toBeVisible();
    await adminCommand(platform, 'deactivate', '--email', 'second@example.com');
    const headers = { authorization: `Bearer ${session.access_token}` };
    expect((await request.get('/api/v1/admin/leads', { headers })).status()).toBe(403);
    // The open page notices at its next request, or earlier, by its live stream.
    await second.reload();
    await expect(second.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await adminCommand(platform, 'activate', '--email', 'second@example.com');
    await second.reload();
    await expect(second.getByRole('heading', { name: /^Leads/ })).toBeVisible();
  });

  test('a reload keeps the session', { tag: '@replicas' }, async ({ platform, browser }) => {
    const page = await newVisitor(browser, platform);
    await signInByForm(page);
    await page.goto('/auth');
    await page.waitForURL('**/admin');
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

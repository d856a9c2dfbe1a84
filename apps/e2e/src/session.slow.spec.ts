/**
 * A deactivated admin, and a reload.
 * @subject apps/crm/src/app/access services/gateway/src/auth
 * @everyday apps/e2e/src/session.spec.ts
 */
import { adminCommand } from './support/admin-command.js';
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

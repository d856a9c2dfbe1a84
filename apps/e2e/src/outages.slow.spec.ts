/**
 * Stops and kills services during visits.
 * @subject libs/service-kit/src/submissions
 * @everyday apps/e2e/src/contact.spec.ts
 */
import type { Platform } from '@docfolio/local/platform';
import type { Page } from '@playwright/test';
import { mailsIn } from './support/mailbox.js';
import { startOwnPlatform } from './support/platform.js';
import { expect, fillContactForm, newVisitor, signIn, test, toastOf } from './support/test.js';

/** One platform whose processes these tests stop and kill, each with senders of its own. */
let platform: Platform;
let stop: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  // One service is down while the others respond.
  ({ platform, stop } = await startOwnPlatform({ PLACEMENT: 'apart' }));
});
test.afterAll(() => stop?.());

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const mailsWith = async (header: string, value: string) =>
  (await mailsIn(platform.dataDir)).filter(({ headers }) => headers[header] === value).length;

test('the contact form thanks the visitor while the leads service is down, and the lead arrives once it is back', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser, platform);
  await visitor.goto('/contact');
  await fillContactForm(visitor, { name: 'Noor Haddad', email: 'noor@outage.example', message: 'An app?' });
  // The stopped process cannot respond, so the response can only be `accepted`.
  const response = visitor.waitForResponse('**/api/v1/leads');
  platform.kill('leads', 'SIGSTOP');
  await visitor.locator('form button[type="submit"]').click();
  expect((await response).status()).toBe(202);
  await expect(visitor.getByText('Thank you for your inquiry!').first()).toBeVisible();
  platform.kill('leads');
  await platform.waitReady('leads');

  const owner = await newVisitor(browser, platform);
  await signIn(owner, '/admin/leads');
  await expect(async () => {
    await owner.goto('/admin/leads');
    await expect(rowOf(owner, 'noor@outage.example')).toHaveCount(1, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect.poll(() => mailsWith('to', 'noor@outage.example'), { timeout: 60_000 }).toBe(1);
});

test('the inquiry dialog and the newsletter form thank the visitor while the leads service is down; nothing is lost or stored twice', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser, platform);
  await visitor.goto('/services');
  await visitor.getByRole('button', { name: 'Inquire' }).first().click();
  const dialog = visitor.getByRole('dialog');
  for (const [label, text] of Object.entries({
    Name: 'Ines',
    Email: 'ines@outage.example',
    Requirements: 'An outage.',
  }))
    await dialog.getByLabel(label, { exact: true }).fill(text);
  const response = visitor.waitForResponse('**/api/v1/service-inquiries');
  // Stopped first and killed after the request: only the queue can have accepted it.
  platform.kill('leads', 'SIGSTOP');
  await dialog.getByRole('button', { name: 'Send inquiry' }).click();
  expect((await response).status()).toBe(202);
  await expect(toastOf(visitor)).toContainText('Service inquiry submitted!');
  await visitor.goto('/blog');
  const newsletter = visitor.getByRole('form', { name: 'Newsletter' });
  await newsletter.getByLabel('Email').fill('patient@example.com');
  await newsletter.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toastOf(visitor)).toContainText('Successfully subscribed!');
  platform.kill('leads');
  await platform.waitReady('leads');
  await expect.poll(() => mailsWith('reply-to', 'ines@outage.example'), { timeout: 60_000 }).toBe(1);
  const repeated = await fetch(`${platform.url}/api/v1/subscribers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'another' },
    body: JSON.stringify({ email: 'PATIENT@Example.com' }),
  });
  expect(repeated.status).toBe(409);
});

test('an open CRM fetches what it missed after its connection was lost', async ({ browser }) => {
  const page = await newVisitor(browser, platform);
  await signIn(page, '/admin/leads');
  const live = page.getByRole('status').filter({ hasText: /^Live$/ });
  await expect(live).toBeVisible();
  await page.route('**/admin/live', (route) => route.abort());
  platform.kill('gateway', 'SIGKILL');
  await expect(page.getByRole('status').filter({ hasText: /^(Reconnecting|Offline)$/ })).toBeVisible();
  await expect(async () => {
    const sent = await page.request.post('/api/v1/leads', {
      data: { name: 'Missed Person', email: 'missed@example.com', message: 'Live?', source: 'contact' },
    });
    expect(sent.status()).toBe(201);
  }).toPass();
  await expect(rowOf(page, 'Missed Person')).toHaveCount(0);
  await page.unroute('**/admin/live');
  await expect(rowOf(page, 'Missed Person')).toBeVisible();
  await expect(live).toBeVisible();
});

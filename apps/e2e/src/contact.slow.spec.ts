/**
 * Details of the contact form: its fields, one lead for two clicks, its toast, its honeypot.
 * @subject libs/public-forms/src apps/site/src/contact-form apps/site/src/lead-form
 * @everyday apps/e2e/src/contact.spec.ts
 */
import { mailsIn } from './support/mailbox.js';
import { expect, fillContactForm, newVisitor, signIn, test, toastOf } from './support/test.js';

const lead = { name: 'Noor Haddad', email: 'noor@example.com', message: 'We want to talk about an app.' };
const send = 'form button[type="submit"]';

test.describe('the contact form', () => {
  test('has no fields for budget and timeline, unlike the form of the services page', async ({ page }) => {
    await page.goto('/contact');
    await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
    await expect(page.getByLabel(/Budget/)).toHaveCount(0);
    await expect(page.getByLabel(/Timeline/)).toHaveCount(0);
  });

  test('sends once when Send is pressed twice', async ({ page }) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto('/contact');
    await fillContactForm(page, { ...lead, email: 'twice@example.com' });
    await page.route('**/api/v1/leads', async (route) => {
      const button = page.locator(send);
      await expect(button).toBeDisabled();
      await route.continue();
    });
    await page.locator(send).dblclick();
    await expect(page.getByText('Thank you for your inquiry!').first()).toBeVisible();
    expect(posts).toHaveLength(1);
  });

  test('shows one toast for five seconds and announces it', async ({ page }) => {
    await page.clock.install();
    await page.goto('/contact');
    await fillContactForm(page, { ...lead, email: 'toast@example.com' });
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator(send).click();
    const toast = toastOf(page);
    await expect(toast).toHaveCount(1);
    await expect(page.getByRole('status').filter({ hasText: 'Thank you for your inquiry!' })).toBeAttached();
    await page.clock.runFor(4_900);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(1_000);
    await expect(toast).toHaveCount(0);
  });

  test('thanks a sender with a filled honeypot, and hides that lead from the list and sends no mail', async ({
    page,
    platform,
    request,
    browser,
  }) => {
    await page.goto('/contact');
    const response = await request.post('/api/v1/leads', {
      data: {
        name: 'Robot',
        email: 'robot@example.com',
        message: 'Buy!',
        source: 'contact',
        website: 'http://spam.example',
      },
    });
    expect(response.status()).toBe(201);
    const owner = await newVisitor(browser, platform);
    await signIn(owner, '/admin/leads?search=robot%40example.com');
    await expect(owner.getByText('No leads match')).toBeVisible();
    await owner.goto('/admin/leads?search=robot%40example.com&spam=only');
    await expect(owner.getByRole('row').filter({ hasText: 'robot@example.com' })).toHaveCount(1);
    expect(JSON.stringify(await mailsIn(platform.dataDir))).not.toContain('robot@example.com');
  });
});

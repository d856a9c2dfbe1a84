/**
 * A subscription that cannot be sent, and one that a mail program cancels.
 * @subject apps/blog/src/newsletter services/gateway/src/newsletter
 * @everyday services/gateway/src/newsletter/one-click.spec.ts
 */
import { linksFor, subscribe } from './support/newsletter.js';
import { expect, test, toastOf } from './support/test.js';

test.describe('the newsletter block', () => {
  test('keeps the address when sending fails', async ({ page }) => {
    await page.goto('/blog/the-long-list');
    const form = page.getByRole('form', { name: 'Newsletter' });
    await page.route('**/api/v1/subscribers', (route) => route.abort());
    await form.getByLabel('Email').fill('later@example.com');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await expect(toastOf(page)).toContainText('Something went wrong. Please try again.');
    await expect(form.getByLabel('Email')).toHaveValue('later@example.com');
  });
});

test.describe('a subscription', () => {
  test("is cancelled by a mail program's unsubscribe button", async ({ page, platform, owner, request }) => {
    const address = 'ben@readers.example';
    await subscribe(page, address);
    const { oneClick } = await linksFor(platform.dataDir, address);
    const active = async () => {
      const { items } = await owner.send<{ items: { is_active: boolean }[] }>('GET', `/subscribers?search=${address}`);
      return items[0]?.is_active;
    };
    expect((await request.get(oneClick)).status()).toBe(405);
    expect(await active()).toBe(true);
    const response = await request.post(oneClick, { form: { 'List-Unsubscribe': 'One-Click' } });
    expect(response.status()).toBe(200);
    expect(await active()).toBe(false);
  });
});

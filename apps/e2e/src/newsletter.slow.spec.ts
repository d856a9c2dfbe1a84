/**
 * A subscription that cannot be sent, and one that a mail program cancels.
 * @subject apps/blog/src/newsletter services/gateway/src/newsletter
 * @everyday services/gateway/src/newsletter/one-click.spec.ts
 */
import type { Page } from '@playwright/test';
import { mailsIn } from './support/mailbox.js';
import { expect, test, toastOf } from './support/test.js';

/** Returns the links of the confirmation email to an address. */
async function linksFor(dataDir: string, address: string) {
  const mails = async () => (await mailsIn(dataDir)).filter(({ headers }) => headers.to === address);
  await expect.poll(async () => (await mails()).length).toBe(1);
  const [{ headers, body }] = (await mails()) as [Awaited<ReturnType<typeof mails>>[0]];
  expect(headers).toMatchObject({
    subject: 'Confirm your subscription',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  const text = body.replace(/=\r\n/g, '').replace(/=3D/g, '=');
  const linkTo = (path: string) => new RegExp(`/newsletter/${path}\\?token=\\S+`).exec(text)![0];
  const oneClick = new URL(headers['list-unsubscribe']!.slice(1, -1)).pathname;
  return { confirm: linkTo('confirm'), unsubscribe: linkTo('unsubscribe'), oneClick };
}

async function subscribe(page: Page, address: string) {
  await page.goto('/blog');
  const form = page.getByRole('form', { name: 'Newsletter' });
  await form.getByLabel('Email').fill(address);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toastOf(page)).toContainText('Successfully subscribed!');
}

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

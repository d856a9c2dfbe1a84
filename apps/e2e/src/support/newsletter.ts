import type { Page } from '@playwright/test';
import { mailsIn } from './mailbox.js';
import { expect, toastOf } from './test.js';

/** Returns the links of the confirmation email to an address. */
export async function linksFor(dataDir: string, address: string) {
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

/** Subscribes an address by the form on the list of posts. */
export async function subscribe(page: Page, address: string) {
  await page.goto('/blog');
  const form = page.getByRole('form', { name: 'Newsletter' });
  await form.getByLabel('Email').fill(address);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(toastOf(page)).toContainText('Successfully subscribed!');
}

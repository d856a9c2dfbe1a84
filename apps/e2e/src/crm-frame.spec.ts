import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import type { Page } from '@playwright/test';
import { expectGoodLook, sizes } from './support/look.js';
import { admin, expect, newVisitor, signIn, test, toastOf, withOwnPlatform } from './support/test.js';

const paletteField = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ });
const options = (page: Page) => page.getByRole('option');

async function openPasswordDialog(page: Page) {
  await page.getByRole('button', { name: `Account: ${admin.email}` }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible();
}

test.describe('the palette', () => {
  test('finds a lead as its list does, and opens it at its own address', async ({ page, owner }) => {
    const lead = await owner.send<{ id: string }>('POST', '/leads', {
      name: 'Zofia Paletowa',
      email: 'zofia@palette.example',
    });
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(paletteField(page)).toBeFocused();
    await page.keyboard.type('palette.example');
    await expect(options(page)).toHaveText([/Zofia Paletowa/]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Zofia Paletowa' })).toContainText('zofia@palette.example');
    await expect(page).toHaveURL(`/admin/leads/${lead.id}`);
  });

  test('finds pages, and returns the focus on Escape; G and a letter open a page without it', async ({ page }) => {
    await signIn(page);
    const search = page.getByRole('button', { name: 'Search', exact: true });
    await search.click();
    await expect(options(page)).toHaveCount(16);
    await page.keyboard.type('subscr');
    await expect(options(page).first()).toHaveText('Blog Subscribers');
    await page.keyboard.press('Escape');
    await expect(paletteField(page)).toBeHidden();
    await expect(search).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page).toHaveURL('/admin/projects');
    await expect(page.getByRole('heading', { level: 1, name: /^Projects/ })).toBeVisible();
  });

  for (const [size, viewport] of Object.entries(sizes))
    test(`is accessible and fits on a ${size}, as the password dialog does`, async ({ browser, platform }) => {
      const page = await newVisitor(browser, platform, { viewport });
      await signIn(page);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.keyboard.type('a');
      await expect(page.getByRole('group', { name: 'Leads' })).toBeVisible();
      await expectGoodLook(page);
      await page.setViewportSize(viewport);
      await page.keyboard.press('Escape');
      await openPasswordDialog(page);
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByText('Current password is required')).toBeVisible();
      await expectGoodLook(page);
      await page.context().close();
    });
});

test('changing the password ends the other sessions, and only the new password signs in', async ({ browser }) => {
  test.setTimeout(180_000);
  await withOwnPlatform(async (platform) => {
    const page = await newVisitor(browser, platform);
    const other = await newVisitor(browser, platform);
    for (const one of [page, other]) await signIn(one);

    await openPasswordDialog(page);
    await page.getByLabel(/^Current password/).fill('not the password');
    await page.getByLabel(/^New password/).fill('another-horse-battery');
    await page.getByLabel(/^Repeat new password/).fill('another-horse-battery');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('This is not the current password')).toBeVisible();
    await page.getByLabel(/^Current password/).fill(admin.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(toastOf(page)).toContainText('Password changed successfully');
    await expect(page.getByRole('dialog')).toBeHidden();

    // This session continues; the other ends with its next request.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await other.goto('/admin/leads');
    await expect(other.getByRole('heading', { name: 'Admin Access' })).toBeVisible();
    await other.getByLabel('Email').fill(admin.email);
    await other.getByLabel('Password', { exact: true }).fill(admin.password);
    await other.getByRole('button', { name: 'Sign In' }).click();
    await expect(toastOf(other)).toContainText('Invalid login credentials');
    await other.getByLabel('Password', { exact: true }).fill('another-horse-battery');
    await other.getByRole('button', { name: 'Sign In' }).click();
    await other.waitForURL('**/admin**');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

/** A mail server on a free port that permanently refuses every recipient while `refuses` is set. */
class RefusingMailServer {
  refuses = true;
  taken = 0;
  private server!: Server;

  static async start(): Promise<RefusingMailServer> {
    const mail = new RefusingMailServer();
    mail.server = createServer((socket) => {
      let data = false;
      const say = (line: string) => socket.write(`${line}\r\n`);
      socket.on('error', () => socket.destroy());
      socket.setEncoding('utf8');
      let rest = '';
      socket.on('data', (chunk) => {
        const lines = (rest + chunk).split('\r\n');
        rest = lines.pop()!;
        for (const line of lines) {
          if (data) {
            if (line !== '.') continue;
            data = false;
            mail.taken++;
            say('250 taken');
          } else if (/^(EHLO|HELO|MAIL|RSET)/i.test(line)) say('250 ok');
          else if (/^RCPT/i.test(line)) say(mail.refuses ? '550 no such mailbox' : '250 ok');
          else if (/^DATA/i.test(line)) {
            data = true;
            say('354 go on');
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else say('502 what?');
        }
      });
      say('220 refusing.example');
    });
    await new Promise<void>((listening) => mail.server.listen(0, '127.0.0.1', listening));
    return mail;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((closed) => this.server.close(() => closed()));
  }
}

test('a mail that the server refuses is listed, retried, and removed from the list once it is sent', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const mail = await RefusingMailServer.start();
  try {
    await withOwnPlatform(
      async (platform) => {
        const page = await newVisitor(browser, platform);
        await signIn(page, '/admin/attention');
        await expect(page.getByRole('heading', { name: 'All is well' })).toBeVisible();
        const sent = await fetch(`${platform.url}/api/v1/leads`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            name: 'Refused Sender',
            email: 'refused@example.com',
            message: 'Is anybody there?',
            source: 'contact',
          }),
        });
        expect(sent.status).toBe(201);
        // Live updates add the emails to the open page.
        const mails = page.getByRole('region', { name: 'Mails that could not be sent' });
        await expect(mails.getByRole('listitem')).toHaveCount(2, { timeout: 30_000 });
        await expect(mails.getByRole('listitem').first()).toContainText('The mail server refused it (SMTP 550)');
        await expect(mails.getByRole('link', { name: 'Open lead' }).first()).toHaveAttribute(
          'href',
          /^\/admin\/leads\/[0-9a-f-]{36}$/,
        );
        await expectGoodLook(page);
        await page.setViewportSize(sizes.desktop);
        await page.goto('/admin');
        await page.getByRole('link', { name: /Mails that could not be sent/ }).click();
        await expect(page).toHaveURL('/admin/attention');

        await mails.getByRole('button', { name: 'Dismiss: New message from Refused Sender' }).click();
        await expect(toastOf(page)).toContainText('Mail dismissed');
        await expect(mails.getByRole('listitem')).toHaveCount(1);
        mail.refuses = false;
        await mails.getByRole('button', { name: 'Try again: Thank you for your inquiry!' }).click();
        await expect(toastOf(page)).toContainText('The mail is being sent again');
        await expect.poll(() => mail.taken).toBe(1);
        await expect(page.getByRole('heading', { name: 'All is well' })).toBeVisible();
      },
      { SMTP_URL: mail.url },
    );
  } finally {
    await mail.stop();
  }
});

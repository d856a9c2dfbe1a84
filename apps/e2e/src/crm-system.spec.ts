import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from '@playwright/test';
import { expectGoodLook } from './support/look.js';
import { startMailServer } from './support/mail-server.js';
import { expect, newVisitor, signIn, test, withOwnPlatform } from './support/test.js';

const path = '/admin/system';
const processes = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'];
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Milliseconds for the state to change: checks, refetches and a busy machine. */
const slow = { timeout: 90_000 };

/** Returns a free loopback port, on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test.describe('the System page', () => {
  test('says that everything works, lists all processes, and makes a backup', async ({ browser }) => {
    test.setTimeout(300_000);
    await withOwnPlatform(async (platform) => {
      const page = await newVisitor(browser, platform, { reducedMotion: 'reduce' });
      await signIn(page, path);
      await expect(page.getByText(/^Everything works/)).toBeVisible(slow);
      const rows = page.getByRole('table', { name: 'Processes' }).getByRole('row');
      for (const name of processes)
        await expect(rows.filter({ has: page.getByRole('rowheader', { name, exact: true }) })).toContainText('Healthy');
      await expect(page.getByRole('table', { name: 'Queues' })).toContainText('send-mail');
      await expectGoodLook(page);
      await page.setViewportSize({ width: 1440, height: 900 });

      const backups = panel(page, 'Backups');
      await backups.getByRole('button', { name: 'Back up now' }).click();
      await expect(backups.getByText('Backed up just now')).toBeVisible(slow);
      await expect(backups).not.toContainText('Never');
      await page.goto('/admin/audit');
      await expect(page.getByRole('table', { name: 'Audit trail' })).toContainText(/backup/i);
    });
  });

  test('says that emails wait while the mail server is down, and sends them on request', async ({ browser }) => {
    test.setTimeout(300_000);
    const port = await closedPort();
    await withOwnPlatform(
      async (platform) => {
        const sent = await fetch(`${platform.url}/api/v1/leads`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            name: 'Waiting Sender',
            email: 'waiting@example.com',
            message: 'Is anybody there?',
            source: 'contact',
          }),
        });
        expect(sent.status).toBe(201);
        const page = await newVisitor(browser, platform);
        await signIn(page, path);
        await expect(page.getByText(/^Emails are waiting: the mail server does not respond/)).toBeVisible(slow);
        await expect(page.getByRole('link', { name: 'System, needs attention' })).toBeVisible(slow);

        await page.getByRole('link', { name: 'Show the emails' }).click();
        const drawer = page.getByRole('dialog', { name: /^send-/ });
        await drawer.getByRole('list', { name: 'Jobs' }).getByRole('link').first().click();
        await expect(drawer.getByRole('region', { name: 'Payload' })).not.toContainText('waiting@example.com');
        await page.keyboard.press('Escape');
        await expect(drawer).toBeHidden();

        const mail = await startMailServer(port);
        try {
          await page.getByRole('button', { name: 'Try now' }).click();
          await expect.poll(() => mail.received.length, slow).toBeGreaterThan(0);
          await expect(page.getByText(/^Everything works/)).toBeVisible(slow);
          await expect(page.getByRole('link', { name: 'System', exact: true })).toBeVisible();
        } finally {
          await mail.close();
        }
      },
      { SMTP_URL: `smtp://127.0.0.1:${port}` },
    );
  });
});

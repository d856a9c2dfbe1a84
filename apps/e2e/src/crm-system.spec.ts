import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expectGoodLook } from './support/look.js';
import { startMailServer } from './support/mail-server.js';
import { platformEnv } from './support/platform.js';
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

const root = resolve(import.meta.dirname, '../../..');

/** Runs `work` with a platform of `npm start`, which makes backups on request because a passphrase is set. */
async function withStartedPlatform(work: (url: string, backups: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docfolio-system-'));
  const backups = join(folder, 'backups');
  const env = {
    ...process.env,
    ...platformEnv,
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    BACKUP_TO: backups,
    BACKUP_PASSPHRASE: 'a passphrase of this test',
  };
  const started = spawn(process.execPath, [join(root, 'infra/local/dist/main.js'), 'start'], { cwd: root, env });
  try {
    let output = '';
    const url = await new Promise<string>((ready, fail) => {
      started.stdout.on('data', (text) => {
        output += text;
        const found = /Docfolio is ready: (\S+)/.exec(output);
        if (found?.[1]) ready(found[1]);
      });
      started.stderr.on('data', (text) => (output += text));
      started.once('exit', () => fail(new Error(`npm start ended before it was ready:\n${output}`)));
    });
    await work(url, backups);
  } finally {
    if (started.exitCode === null) {
      started.kill('SIGTERM');
      await once(started, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}

test.describe('the System page', () => {
  test('says that everything works, and lists all processes and queues', async ({ browser }) => {
    test.setTimeout(300_000);
    await withOwnPlatform(async (platform) => {
      const page = await newVisitor(browser, platform, { reducedMotion: 'reduce' });
      await signIn(page, path);
      await expect(page.getByText(/^Everything works/)).toBeVisible(slow);
      const rows = page.getByRole('table', { name: 'Processes' }).getByRole('row');
      for (const name of processes)
        await expect(rows.filter({ has: page.getByRole('rowheader', { name, exact: true }) })).toContainText('Healthy');
      await expect(panel(page, 'Storage').getByRole('listitem')).not.toHaveCount(0);
      await page.getByRole('button', { name: /idle queues?$/ }).click();
      await expect(page.getByRole('table', { name: 'Queues' })).toContainText('send-mail');
      // Nothing makes backups on request here.
      await expect(panel(page, 'Backups')).toContainText('npm run backup -- --encrypt');
      await expectGoodLook(page);
    });
  });

  test('makes a backup on request and verifies it', async ({ browser }) => {
    test.setTimeout(300_000);
    await withStartedPlatform(async (url, folder) => {
      const page = await newVisitor(browser, { url });
      await signIn(page, path);
      const backups = panel(page, 'Backups');
      await expect(backups).toContainText('LastNever');
      await backups.getByRole('button', { name: 'Back up now' }).click();
      await expect(backups.getByText('Backed up just now', { exact: true })).toBeVisible(slow);
      await expect(backups).not.toContainText('LastNever');
      expect(await readdir(folder)).toHaveLength(1);
      await backups.getByRole('button', { name: 'Verify', exact: true }).click();
      await expect(backups.getByText('The backup is whole', { exact: true })).toBeVisible(slow);
      await page.goto('/admin/audit');
      await expect(page.getByRole('table', { name: 'Audit trail' })).toContainText('Backup');
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

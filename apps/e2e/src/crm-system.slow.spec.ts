/**
 * The System page: a backup on request.
 * @subject apps/ops/src/system services/gateway/src/system
 * @everyday apps/ops/src/system/system.page.spec.tsx
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { platformEnv } from './support/platform.js';
import { expect, newVisitor, signIn, test } from './support/test.js';

const path = '/admin/system';
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Milliseconds for the state to change: checks, refetches and a busy machine. */
const slow = { timeout: 240_000 };

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
  test('makes a backup on request and verifies it', async ({ browser }) => {
    test.setTimeout(600_000);
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
});

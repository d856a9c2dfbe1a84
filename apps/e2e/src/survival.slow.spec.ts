/**
 * Stops and kills a whole platform.
 * @subject infra/local/src/platform.ts
 * @everyday apps/e2e/src/story.spec.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Platform } from '@docfolio/local/platform';
import { mailsIn } from './support/mailbox.js';
import { startPlatformIn } from './support/platform.js';
import { expect, newVisitor, signInByForm, test } from './support/test.js';

async function send(platform: Platform, email: string): Promise<number> {
  const response = await fetch(`${platform.url}/api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `key-${email}` },
    body: JSON.stringify({ name: 'Survivor', email, message: 'Still here?', source: 'contact' }),
  });
  return response.status;
}

test.describe('acknowledged records survive', () => {
  test('a stop and a start, and kill -9 of all processes together', async ({ browser }) => {
    test.setTimeout(300_000);
    const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-survival-'));
    let platform = await startPlatformIn(dataDir);
    try {
      expect(await send(platform, 'before-stop@example.com')).toBe(201);
      await platform.stop();
      platform = await startPlatformIn(dataDir);

      const answered: string[] = ['before-stop@example.com'];
      const sending = Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          const email = `burst-${index}@example.com`;
          const status = await send(platform, email).catch(() => 0);
          if (status === 201 || status === 202) answered.push(email);
          if (index === 20) for (const pid of Object.values(platform.pids())) process.kill(pid, 'SIGKILL');
        }),
      );
      await sending;
      await platform.waitReady();

      const owner = await newVisitor(browser, platform);
      await signInByForm(owner);
      const token = await owner.evaluate(() => JSON.stringify(localStorage).match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)?.[0]);
      const stored = async () => {
        const response = await fetch(`${platform.url}/api/v1/admin/leads?limit=100`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return ((await response.json()) as { items: { email: string }[] }).items.map(({ email }) => email);
      };
      await expect
        .poll(
          async () => {
            const emails = await stored();
            return answered.filter((email) => emails.filter((one) => one === email).length !== 1);
          },
          { timeout: 60_000 },
        )
        .toEqual([]);
      await expect
        .poll(
          async () => {
            const mails = await mailsIn(dataDir);
            return answered.filter((email) => mails.filter((mail) => mail.headers['reply-to'] === email).length !== 1);
          },
          { timeout: 60_000 },
        )
        .toEqual([]);
    } finally {
      await platform.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

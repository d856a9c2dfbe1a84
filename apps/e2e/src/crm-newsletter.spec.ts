import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '@docfolio/local/platform';
import { request as requests } from '@playwright/test';
import { expectAccessible } from './support/look.js';
import { startMailServer } from './support/mail-server.js';
import { ownerApi, writePost } from './support/owner-api.js';
import { platformEnv } from './support/platform.js';
import { expect, newVisitor, signIn, test } from './support/test.js';

/** The specs of the notifications service send to 500 subscribers. */
const readers = 150;

interface Issue {
  id: string;
  state: string;
  recipients: number;
  sent: number;
  failed: number;
  unknown: number;
  waiting: number;
}

test(`a post reaches ${readers} confirmed subscribers, none twice, though mails are deferred and the service is killed`, async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const server = await startMailServer();
  const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-newsletter-'));
  const platform = await startPlatform({ dataDir, env: { ...platformEnv, SMTP_URL: server.url } });
  const request = await requests.newContext({ baseURL: platform.url });
  try {
    // Each address subscribes and confirms by the link in the email.
    const addresses = Array.from({ length: readers }, (_, n) => `reader${n}@example.com`);
    for (let from = 0; from < readers; from += 25)
      await Promise.all(
        addresses.slice(from, from + 25).map(async (email) => {
          expect((await request.post('/api/v1/subscribers', { data: { email } })).status()).toBe(201);
        }),
      );
    const tokens = () =>
      server.received.flatMap(({ text }) => /newsletter\/confirm\?token=([\w.-]+)/.exec(text)?.[1] ?? []);
    await expect.poll(() => tokens().length, { timeout: 90_000 }).toBe(readers);
    const [first, ...others] = tokens();
    const one = await newVisitor(browser, platform);
    await one.goto(`/newsletter/confirm?token=${first}`);
    await one.getByRole('button', { name: 'Confirm subscription' }).click();
    await expect(one.getByText(/confirmed/i).first()).toBeVisible();
    for (let from = 0; from < others.length; from += 25)
      await Promise.all(
        others.slice(from, from + 25).map(async (token) => {
          expect((await request.post('/api/v1/newsletter/confirm', { data: { token } })).status()).toBe(200);
        }),
      );

    const owner = await ownerApi(request);
    const post = await writePost(owner, { title: 'Worth a mail', slug: 'worth-a-mail' });
    const page = await newVisitor(browser, platform);
    await signIn(page, '/admin/blog');
    await page
      .getByRole('row')
      .filter({ hasText: 'Worth a mail' })
      .getByRole('button', { name: /More|Actions/ })
      .click();
    await page.getByRole('menuitem', { name: /Send to subscribers/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(String(readers));
    await expectAccessible(page);
    const before = server.received.length;
    // One email in ten is deferred once, and the service is killed while it sends.
    server.putOff(0.1);
    let killed = false;
    server.onTaken((count) => {
      if (killed || count - before < readers / 3) return;
      killed = true;
      platform.kill('notifications');
    });
    await dialog.getByRole('button', { name: 'Send to subscribers' }).click();
    await page.getByRole('button', { name: /^Send/ }).last().click();
    const issue = async () => {
      const { items } = await owner
        .send<{ items: Issue[] }>('GET', `/newsletter/issues?post_id=${post.id}`)
        .catch(() => ({ items: [] }));
      return items[0];
    };
    await expect.poll(async () => (await issue())?.state, { timeout: 180_000, intervals: [500] }).toBe('done');
    expect(killed).toBe(true);
    await expect(dialog).toContainText(/sent\s*\d+/i);
    await expectAccessible(page);
    const done = (await issue())!;
    const got = server.received.filter(({ subject }) => subject.includes('Worth a mail')).map(({ to }) => to);
    expect(new Set(got).size, 'nobody twice').toBe(got.length);
    expect(done).toMatchObject({ recipients: readers, failed: 0, waiting: 0 });
    expect(done.sent + done.unknown).toBe(readers);
    // Subscribers without the mail are among those with an unknown outcome.
    expect(readers - got.length).toBeLessThanOrEqual(done.unknown);

    // One-click unsubscribe, as mail programs send it (RFC 8058).
    const mail = server.received.find(({ subject }) => subject.includes('Worth a mail'))!;
    const link = /^List-Unsubscribe: .*<(https?:[^>]+)>/im.exec(mail.head)![1]!;
    expect(mail.head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im);
    const path = new URL(link).pathname;
    expect((await request.get(path)).ok()).toBe(false);
    const left = await request.post(path, { form: { 'List-Unsubscribe': 'One-Click' } });
    expect(left.status()).toBe(200);
    const { items } = await owner.send<{ items: { is_active: boolean }[] }>('GET', `/subscribers?search=${mail.to}`);
    expect(items).toMatchObject([{ is_active: false }]);
  } finally {
    await request.dispose();
    await platform.stop();
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

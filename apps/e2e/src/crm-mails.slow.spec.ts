/**
 * Emails that a mail server refuses, does not take, or defers, and a newsletter to many while its service is killed.
 * @subject services/notifications/src apps/ops/src/system apps/crm/src/blog/newsletter
 * @everyday apps/e2e/src/newsletter.spec.ts
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Platform } from '@docfolio/local/platform';
import { request as requests } from '@playwright/test';
import { expectAccessible, expectGoodLook, sizes } from './support/look.js';
import { startMailServer } from './support/mail-server.js';
import { ownerApi, writePost } from './support/owner-api.js';
import { startOwnPlatform } from './support/platform.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

/** One platform whose mail server each test starts when it needs it. The first test needs one without other emails. */
let platform: Platform;
let stop: (() => Promise<void>) | undefined;
let port: number;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  port = await closedPort();
  ({ platform, stop } = await startOwnPlatform({ SMTP_URL: `smtp://127.0.0.1:${port}` }));
});
test.afterAll(() => stop?.());

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

/** Milliseconds for the state to change: checks, refetches and a busy machine. */
const slow = { timeout: 120_000 };

/** Returns a free loopback port, on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

test('a mail that the server refuses is listed, retried, and removed from the list once it is sent', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const mail = await startMailServer(port);
  mail.refuse(true);
  try {
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
    await expect(mails.getByRole('listitem')).toHaveCount(2);
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
    mail.refuse(false);
    await mails.getByRole('button', { name: 'Try again: Thank you for your inquiry!' }).click();
    await expect(toastOf(page)).toContainText('The mail is being sent again');
    await expect.poll(() => mail.received.length).toBe(1);
    await expect(page.getByRole('heading', { name: 'All is well' })).toBeVisible();
  } finally {
    await mail.close();
  }
});

test('the System page says that emails wait while the mail server is down, and sends them on request', async ({
  browser,
}) => {
  test.setTimeout(600_000);
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
  await signIn(page, '/admin/system');
  await expect(page.getByText(/^Emails are waiting: the mail server does not respond/)).toBeVisible(slow);
  await expect(page.getByRole('link', { name: 'Operations, needs attention' })).toBeVisible(slow);

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
    await expect(page.getByRole('link', { name: 'Operations', exact: true })).toBeVisible();
  } finally {
    await mail.close();
  }
});

test(`a post reaches ${readers} confirmed subscribers, none twice, though mails are deferred and the service is killed`, async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const server = await startMailServer(port);
  const request = await requests.newContext({ baseURL: platform.url });
  try {
    // Each address subscribes and confirms by the link in the email.
    const addresses = Array.from({ length: readers }, (_, n) => `reader${n}@example.com`);
    for (let from = 0; from < readers; from += 25)
      await Promise.all(
        addresses.slice(from, from + 25).map(async (email) => {
          // On a busy machine, the gateway may accept one before the service has responded.
          expect([201, 202]).toContain((await request.post('/api/v1/subscribers', { data: { email } })).status());
        }),
      );
    const tokens = () =>
      server.received.flatMap(({ text }) => /newsletter\/confirm\?token=([\w.-]+)/.exec(text)?.[1] ?? []);
    await expect.poll(() => tokens().length, { timeout: 180_000 }).toBe(readers);
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
    await server.close();
  }
});

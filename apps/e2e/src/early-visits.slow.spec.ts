/**
 * Visits without scripts, and before the scripts of a page are loaded.
 * @subject apps/web/src/forms apps/shell/src/early-clicks.js
 * @everyday apps/web/src/forms/forms.spec.ts
 */
import type { Browser, Page } from '@playwright/test';
import { earlyVisitor } from './support/early-visitor.js';
import { type OwnerApi, writePost } from './support/owner-api.js';
import { anyVisitor, expect, test, toastOf } from './support/test.js';

const leadsOf = async (owner: OwnerApi, search: string) =>
  (await owner.send<{ items: { source: string; message: string }[] }>('GET', `/leads?search=${search}`)).items;

async function fillContactForm(page: Page, email: string, message: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Ingrid Solheim');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Message', { exact: true }).fill(message);
}

/** Waits until the server renders a page; the first rendering may exceed its time limit on a busy machine. */
async function untilRendered(page: Page, path: string): Promise<void> {
  const text = async () => (await page.request.get(path)).text();
  await expect.poll(text, { timeout: 60_000 }).toContain('data-rendered');
}

/** Opens a page whose scripts are delayed until `release` is called. */
async function openEarly(browser: Browser, platform: { url: string }) {
  const { page, release } = await earlyVisitor(browser, platform);
  /** Opens a path and waits for the script that records clicks. */
  const visit = async (path: string) => {
    await untilRendered(page, path);
    const [early] = await Promise.all([
      page.waitForResponse(/assets\/early\./),
      // The load event does not fire while the scripts are delayed.
      page.goto(path, { waitUntil: 'domcontentloaded' }),
    ]);
    expect((await early.body()).length).toBeLessThan(1_000);
  };
  return { page, visit, release };
}

test.describe('without JavaScript', () => {
  test('the contact form keeps what was typed until it is valid, and is sent once', async ({
    browser,
    platform,
    owner,
  }) => {
    const page = await anyVisitor(browser, platform, { javaScriptEnabled: false });
    await untilRendered(page, '/contact');
    await page.goto('/contact');
    await fillContactForm(page, 'ingrid@', 'Our boarding app stops\nwhen a ferry loses its signal.');
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(page).toHaveTitle(/^Error: Contact/);
    const alert = page.getByRole('form').getByRole('alert');
    await expect(alert).toContainText('One field needs another look');
    await alert.getByRole('link', { name: 'Invalid email address' }).click();
    const email = page.getByLabel('Email', { exact: true });
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Invalid email address');
    await expect(email).toHaveValue('ingrid@');
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(/stops\nwhen a ferry/);

    await email.fill('ingrid@example.com');
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      page.getByRole('button', { name: 'Send inquiry' }).click(),
    ]);
    await expect(page).toHaveURL(/\/contact\/sent$/);
    // Repeats the request, as a second press on a slow page or a reload would.
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const repeats = await Promise.all(
      [1, 2].map(() => page.request.post(sent.url(), { headers, data: sent.postData() ?? '' })),
    );
    expect(repeats.map((response) => new URL(response.url()).pathname)).toEqual(['/contact/sent', '/contact/sent']);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your inquiry!');
    await expect(page.getByText("We'll get back to you within 24 hours.")).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: 'Ingrid Solheim' })).toBeVisible();
    await untilRendered(page, '/services');
    await page.goto('/services');
    await expect(page.getByRole('button', { name: 'Inquire' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Inquire' })).toHaveCount(4);
    const visitor = await anyVisitor(browser, platform);
    expect(await (await visitor.request.get('/contact/sent')).text()).not.toContain('ingrid@example.com');
    const leads = await leadsOf(owner, 'ingrid%40example.com');
    expect(leads).toMatchObject([
      { source: 'contact', message: 'Our boarding app stops\nwhen a ferry loses its signal.' },
    ]);
    await page.context().close();
    await visitor.context().close();
  });

  test('a comment and a subscription are sent', async ({ browser, platform, owner }) => {
    const post = await writePost(owner, { title: 'Read on paper', slug: 'read-on-paper' });
    const page = await anyVisitor(browser, platform, { javaScriptEnabled: false });
    await untilRendered(page, '/blog/read-on-paper');
    await page.goto('/blog/read-on-paper');
    const comment = page.getByRole('form', { name: 'Comment', exact: true });
    await comment.getByLabel('Name').fill('Rui');
    await comment.getByRole('button', { name: 'Send comment' }).click();
    await expect(comment.getByRole('alert')).toContainText('Missing fields');
    await expect(comment.getByRole('alert')).toContainText('Please fill in name and comment fields.');
    await comment.getByLabel('Comment', { exact: true }).fill('It prints well.');
    await comment.getByRole('button', { name: 'Send comment' }).click();
    await expect(page.getByText('Your comment is pending approval and will appear once reviewed.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Comment submitted')).toHaveCount(0);
    const comments = await owner.send<{ items: object[] }>('GET', `/comments?blog_post_id=${post.id}`);
    expect(comments.items).toMatchObject([{ author_name: 'Rui', content: 'It prints well.', is_approved: false }]);

    const newsletter = page.getByRole('form', { name: 'Newsletter' });
    await newsletter.getByLabel('Email').fill('rui@example.com');
    await newsletter.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Successfully subscribed!')).toBeVisible();
    await newsletter.getByLabel('Name').fill('Rui');
    await newsletter.getByLabel('Email').fill('rui@example.com');
    await newsletter.getByRole('button', { name: 'Subscribe' }).click();
    await expect(newsletter.getByRole('alert')).toContainText('Already subscribed!');
    await owner.send('DELETE', `/posts/${post.id}`);
    await page.context().close();
  });
});

test.describe('before the scripts of a page are loaded', () => {
  test('the contact form is sent, and text typed into the returned form survives hydration', async ({
    browser,
    platform,
    owner,
  }) => {
    const { page, visit, release } = await openEarly(browser, platform);
    await visit('/contact');
    await fillContactForm(page, 'early@', 'First words');
    await page.getByRole('button', { name: 'Send inquiry' }).click({ noWaitAfter: true });
    await expect(page).toHaveTitle(/^Error: Contact/);
    await fillContactForm(page, 'early@example.com', 'Better words');
    release();
    await page.locator('html[data-answering]').waitFor({ state: 'attached' });
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Better words');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('early@example.com');
    await page.getByRole('button', { name: 'Send inquiry' }).click();
    await expect(toastOf(page)).toContainText('Thank you for your inquiry!');
    await expect(page).toHaveTitle(/^Contact/);
    await expect(page.getByRole('form').getByRole('alert')).toHaveCount(0);
    expect(await leadsOf(owner, 'early%40example.com')).toMatchObject([{ message: 'Better words' }]);
    await page.context().close();
  });

  test('clicks on Inquire and Like are recorded, and take effect once the page is hydrated', async ({
    browser,
    platform,
  }) => {
    for (const [path, name] of [
      ['/services', 'Inquire'],
      ['/blog/the-long-list', 'Like'],
    ] as const) {
      const { page, visit, release } = await openEarly(browser, platform);
      await visit(path);
      const button = page.locator('main button').filter({ hasText: name }).first();
      await button.click();
      await button.click();
      await expect(button).toHaveAttribute('aria-busy', 'true');
      release();
      if (name === 'Inquire') await expect(page.getByRole('dialog')).toBeVisible();
      else {
        await expect(button).toHaveAttribute('aria-pressed', 'true');
        await expect(toastOf(page)).toContainText('Added to liked posts');
      }
      await expect(button).not.toHaveAttribute('aria-busy', 'true');
      await page.context().close();
    }
  });
});

test('a search that is typed before the scripts are there filters the navigation once they are', async ({
  browser,
  platform,
}) => {
  const { page, visit, release } = await openEarly(browser, platform);
  await visit('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await page.getByRole('searchbox', { name: 'Search documentation' }).fill('con');
  await expect(nav.getByRole('link')).toHaveCount(8);
  release();
  await expect(nav.getByRole('link')).toHaveText(['Contact']);
});

import { expectAccessible } from './support/look.js';
import { mailsIn } from './support/mailbox.js';
import { linksFor, subscribe } from './support/newsletter.js';
import { expect, test, toastOf } from './support/test.js';

test.describe('the newsletter block', () => {
  test('shows errors for invalid addresses, accepts an address once, and recognises it in other letter case', async ({
    page,
  }) => {
    await page.goto('/blog');
    const form = page.getByRole('form', { name: 'Newsletter' });
    const subscribe = form.getByRole('button', { name: 'Subscribe' });
    await subscribe.click();
    await expect(form.getByText('Email is required')).toBeVisible();
    await form.getByLabel('Email').fill('not an address');
    await subscribe.click();
    await expect(form.getByText('Invalid email address')).toBeVisible();
    await form.getByLabel('Email').fill('reader@example.com');
    await subscribe.dblclick();
    await expect(toastOf(page)).toContainText('Successfully subscribed!');
    await expect(form.getByLabel('Email')).toHaveValue('');
    await form.getByLabel('Name').fill('Reader');
    await form.getByLabel('Email').fill('  READER@Example.com ');
    await subscribe.click();
    await expect(toastOf(page)).toContainText('Already subscribed!');
    await expect(toastOf(page)).toContainText('This email is already subscribed to our newsletter.');
  });
});

test.describe('a subscription', () => {
  test('is confirmed and cancelled by the buttons of the linked pages, not by opening them', {
    tag: '@replicas',
  }, async ({ page, platform, owner }) => {
    const address = 'ada@readers.example';
    const record = async () => {
      const { items } = await owner.send<{ items: Record<string, unknown>[] }>('GET', `/subscribers?search=${address}`);
      return items[0];
    };
    await subscribe(page, address);
    const links = await linksFor(platform.dataDir, address);

    const opened = await page.goto(links.confirm);
    expect(opened!.headers()).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your subscription' })).toBeVisible();
    expect(await record()).toMatchObject({ confirmed_at: null });
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Subscription confirmed' })).toBeFocused();
    await expectAccessible(page);
    expect(await record()).toMatchObject({ confirmed_at: expect.any(String), is_active: true });

    await page.goto(links.unsubscribe);
    await page.route('**/api/v1/newsletter/unsubscribe', (route) => route.abort());
    const leave = page.getByRole('button', { name: 'Unsubscribe' });
    await leave.click();
    await expect(toastOf(page)).toContainText('Something went wrong. Please try again.');
    expect(await record()).toMatchObject({ is_active: true });
    await page.unroute('**/api/v1/newsletter/unsubscribe');
    await leave.click();
    await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible();
    expect(await record()).toMatchObject({ is_active: false });
    await page.goto(links.confirm);
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  });
});

test('a post is mailed once to each confirmed subscriber', { tag: '@replicas' }, async ({ owner, platform }) => {
  const [post] = (await owner.send<{ items: { id: string; title: string }[] }>('GET', '/posts?status=published')).items;
  const { recipients } = await owner.send<{ recipients: number }>('GET', `/newsletter/audience?post_id=${post!.id}`);
  expect(recipients).toBeGreaterThan(5);
  const order = () => owner.send<{ id: string }>('POST', '/newsletter/issues', { post_id: post!.id });
  const sentWith = async ({ id }: { id: string }) => {
    const issue = () => owner.send<{ state: string; sent: number }>('GET', `/newsletter/issues/${id}`);
    await expect.poll(async () => (await issue()).state, { timeout: 60_000 }).toBe('done');
    return (await issue()).sent;
  };
  expect(await sentWith(await order())).toBe(recipients);
  expect(await sentWith(await order())).toBe(0);
  const mails = (await mailsIn(platform.dataDir)).filter(({ headers }) => headers.precedence === 'bulk');
  expect(mails).toHaveLength(recipients);
  expect(new Set(mails.map(({ headers }) => headers.to)).size).toBe(recipients);
  expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(recipients);
});

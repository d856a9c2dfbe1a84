import { expect, fillContactForm, newVisitor, signIn, test } from './support/test.js';

const lead = { name: 'Noor Haddad', email: 'noor@example.com', message: 'We want to talk about an app.' };
const send = 'form button[type="submit"]';

test.describe('the contact form', () => {
  test('shows the specified error for each invalid field and sends nothing', async ({ page }) => {
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.goto('/contact');
    await page.locator(send).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Message is required')).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.getByLabel('Email', { exact: true }).fill('a@b.c,d@e.f');
    await page.locator(send).click();
    await expect(page.getByText('Invalid email address')).toBeVisible();
    expect(posts).toEqual([]);
  });

  test('keeps the text when sending fails, and stores one lead for two attempts', { tag: '@replicas' }, async ({
    page,
    platform,
    browser,
  }) => {
    await page.goto('/contact');
    await fillContactForm(page, { ...lead, email: 'retry@example.com' });
    // The first response is lost on its way back: the gateway has stored what the browser believes failed.
    await page.route(
      '**/api/v1/leads',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.locator(send).click();
    await expect(page.getByText('Something went wrong. Please try again.').first()).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue(lead.message);
    await page.locator(send).click();
    await expect(page.getByText('Thank you for your inquiry!').first()).toBeVisible();

    const owner = await newVisitor(browser, platform);
    await signIn(owner, '/admin/leads?search=retry%40example.com');
    await expect(owner.getByRole('row').filter({ hasText: 'retry@example.com' })).toHaveCount(1);
  });
});

test.describe('pages that do not exist', () => {
  for (const path of ['/pricing', '/admin/nope']) {
    test(`${path} is the 404 page, and the console names it`, async ({ page }) => {
      const logged: string[] = [];
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
      await expect(page.getByText('Oops! Page not found')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
      expect(logged.some((line) => line.includes(path) && !line.includes('Failed to load resource'))).toBe(true);
    });
  }
});

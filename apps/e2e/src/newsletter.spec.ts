import { test } from './support/demo.js';
import { expect, toastOf } from './support/test.js';

test.describe('the newsletter block', () => {
  test('names what is wrong, takes an address once, and knows it in another spelling', async ({ page }) => {
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

  test('keeps the address when the send fails', async ({ page }) => {
    await page.goto('/blog/the-long-list');
    const form = page.getByRole('form', { name: 'Newsletter' });
    await page.route('**/api/v1/subscribers', (route) => route.abort());
    await form.getByLabel('Email').fill('later@example.com');
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await expect(toastOf(page)).toContainText('Something went wrong. Please try again.');
    await expect(form.getByLabel('Email')).toHaveValue('later@example.com');
  });
});

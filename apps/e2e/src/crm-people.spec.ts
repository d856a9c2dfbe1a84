import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, signIn, test, toastOf } from './support/test.js';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();

test('the service inquiries page has columns, badges, search, details with the sender, and deletion with Undo', async ({
  page,
}) => {
  const sent = await page.request.post('/api/v1/service-inquiries', {
    data: {
      name: 'Inquiring Person',
      email: 'inquiring@example.com',
      service_name: 'Design review',
      specific_requirements: 'A needle in a haystack.',
      budget_range: '15k-50k',
    },
  });
  expect(sent.status()).toBe(201);
  await signIn(page, '/admin/service-inquiries');
  await expect(page.getByRole('heading', { name: /^Service Inquiries \(\d+\)$/ })).toBeVisible();
  await expect
    .poll(() => heads(page))
    .toEqual(['Service', 'Budget Range', 'Timeline', 'Requirements', 'Created', 'Actions']);
  await page.getByPlaceholder('Search service inquiries...').fill('NEEDLE in');
  await expect(page.getByRole('heading', { name: 'Service Inquiries (1)' })).toBeVisible();
  await expect(row(page, 'Design review')).toContainText('Not specified');
  // The search includes the name of the sender.
  await page.getByPlaceholder('Search service inquiries...').fill('inquiring person');
  await row(page, 'Design review')
    .getByRole('button', { name: /^View Details/ })
    .click();
  const details = page.getByRole('dialog', { name: 'Service Inquiry Details' });
  await expect(details.getByText('A needle in a haystack.')).toBeVisible();
  await expect(details.getByRole('link', { name: 'Inquiring Person' })).toHaveAttribute('href', /\/admin\/leads\//);
  await page.keyboard.press('Escape');
  await row(page, 'Design review')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(toastOf(page)).toContainText('Service inquiry deleted successfully');
  await expect(page.getByText('No service inquiries match')).toBeVisible();
  await toastOf(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Design review')).toBeVisible();
});

test('Export CSV downloads the filtered list', { tag: '@replicas' }, async ({ page }) => {
  const formula = { email: `formula-${Date.now()}@example.com`, name: '=1+1, "quoted"' };
  expect((await page.request.post('/api/v1/subscribers', { data: formula })).status()).toBe(201);
  await signIn(page, '/admin/blog-subscribers?search=formula-');
  await expect(row(page, formula.email)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('blog_subscribers.csv');
  const [head, ...lines] = (await readFile(await download.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  expect(head).toBe('Email,Name,Source,Status,Subscribed At');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${formula.email},"'=1\\+1, ""quoted""",blog,Unconfirmed,\\d{4}-`));
  await expect(toastOf(page)).toContainText('blog_subscribers.csv, 1 row');
  // The download URL works once.
  expect((await page.request.get(download.url())).status()).toBe(404);
});

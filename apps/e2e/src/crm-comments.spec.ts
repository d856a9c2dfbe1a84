import type { Page } from '@playwright/test';
import { type OwnerApi, writePost } from './support/owner-api.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

const rows = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem');
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

async function comment(page: Page, post: string, author_name: string, content: string): Promise<string> {
  const response = await page.request.post(`/api/v1/posts/${post}/comments`, { data: { author_name, content } });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}

const inView = async (page: Page, post: string): Promise<string[]> => {
  const { items } = await (await page.request.get(`/api/v1/posts/${post}/comments`)).json();
  return items.map(({ content }: { content: string }) => content);
};

const post = (owner: OwnerApi, title: string) =>
  writePost(owner, { title, slug: title.toLowerCase().replaceAll(' ', '-') });

test.describe('moderating comments', () => {
  test('lists pending comments first, and publishes and withdraws a comment immediately', async ({
    page,
    owner,
    browser,
    platform,
  }) => {
    const { id, slug } = await post(owner, 'A talked about post');
    await comment(page, id, 'Reader One', 'A needle of a thought.');
    await signIn(page, '/admin/blog');
    await page.getByRole('link', { name: /^Comments/ }).click();
    await expect(rows(page).first()).toContainText('A needle of a thought.');
    await expect(row(page, 'A needle of a thought.')).toContainText('Pending');
    await expect(
      row(page, 'A needle of a thought.').getByRole('link', { name: 'A talked about post' }),
    ).toHaveAttribute('href', `/blog/${slug}#comments`);
    expect(await inView(page, id)).toEqual([]);
    await row(page, 'A needle of a thought.')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await expect(toastOf(page)).toContainText('Comment approved successfully');
    const reader = await newVisitor(browser, platform);
    await reader.goto(`/blog/${slug}`);
    await expect(reader.getByText('A needle of a thought.')).toBeVisible();
    await row(page, 'A needle of a thought.')
      .getByRole('button', { name: /^Unapprove/ })
      .click();
    await expect(toastOf(page)).toContainText('Comment unapproved successfully');
    await expect.poll(() => inView(page, id)).toEqual([]);
  });
});

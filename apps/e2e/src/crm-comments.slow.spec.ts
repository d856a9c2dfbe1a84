/**
 * Several comments in one step, and a reply that approves.
 * @subject apps/crm/src/blog/comments
 * @everyday apps/crm/src/blog/comments/comment-list.page.spec.tsx
 */
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
  test('handles several comments in one step, and restores one from the trash with Undo', async ({ page, owner }) => {
    const { id } = await post(owner, 'A crowded post');
    for (const n of [1, 2, 3]) await comment(page, id, `Crowd ${n}`, `Said by the crowd, ${n}.`);
    await signIn(page, '/admin/blog/comments?search=crowd');
    await expect(row(page, 'Said by the crowd')).toHaveCount(3);
    for (const n of [1, 2]) await row(page, `Said by the crowd, ${n}.`).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect.poll(() => inView(page, id)).toHaveLength(2);
    await row(page, 'Said by the crowd, 3.')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(toastOf(page)).toContainText('Comment deleted successfully');
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'Said by the crowd, 3.')).toBeVisible();
  });

  test('approves a comment when the author replies to it', async ({ page, owner, browser, platform }) => {
    const { id, slug } = await post(owner, 'A post with a question');
    await comment(page, id, 'Asking Reader', 'Is it true?');
    await signIn(page, '/admin/blog/comments');
    await row(page, 'Is it true?').getByRole('button', { name: /reply/i }).click();
    await page.getByRole('textbox', { name: /reply/i }).fill('It is.');
    await page.getByRole('button', { name: 'Approve and reply' }).click();
    // The comment is approved before the reply is published.
    await expect(toastOf(page)).toContainText('Comment approved and reply published');
    const reader = await newVisitor(browser, platform);
    await reader.goto(`/blog/${slug}`);
    await expect(reader.getByText('Is it true?')).toBeVisible();
    await expect(reader.getByText('It is.')).toBeVisible();
    await expect(reader.getByText('Author', { exact: true })).toBeVisible();
  });
});

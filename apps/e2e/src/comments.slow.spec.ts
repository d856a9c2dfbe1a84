/**
 * Comments that cannot be sent, and caches of pages with comments.
 * @subject apps/blog/src/comments
 * @everyday apps/e2e/src/comments.spec.ts
 */
import { writePost } from './support/owner-api.js';
import { expect, newVisitor, test, toastOf } from './support/test.js';

test.describe('comments', () => {
  test('that cannot be sent keep their text in the form', async ({ page }) => {
    await page.goto('/blog/the-long-list');
    const form = page.getByRole('form', { name: 'Comment', exact: true });
    await form.getByLabel('Name').fill('Rui');
    await form.getByLabel('Comment', { exact: true }).fill('A long thought.');
    await page.route('**/comments', (route) => route.abort(), { times: 1 });
    await form.getByRole('button', { name: 'Send comment' }).click();
    await expect(toastOf(page)).toContainText('Failed to submit comment. Please try again.');
    await expect(form.getByLabel('Comment', { exact: true })).toHaveValue('A long thought.');
    await page.reload();
    await expect(form.getByLabel('Comment', { exact: true })).toHaveValue('A long thought.');
    await form.getByRole('button', { name: 'Send comment' }).click();
    await expect(toastOf(page)).toContainText('Comment submitted');
  });

  test('appear for two readers as soon as they are approved', { tag: '@replicas' }, async ({
    browser,
    platform,
    owner,
  }) => {
    const post = await writePost(owner, { title: 'Seen by two', slug: 'seen-by-two' });
    const reader = await newVisitor(browser, platform);
    const sent = await reader.request.post(`/api/v1/posts/${post.id}/comments`, {
      data: { author_name: 'Ana', content: 'First!' },
    });
    expect(sent.status()).toBe(201);
    const { id } = await sent.json();
    for (let round = 0; round < 5; round++) {
      await owner.send('PATCH', `/comments/${id}`, { is_approved: round % 2 === 0 });
      const html = await (await reader.request.get('/blog/seen-by-two')).text();
      expect(html.includes('First!')).toBe(round % 2 === 0);
    }
    await owner.send('DELETE', `/posts/${post.id}`);
  });
});

import { writePost } from './support/owner-api.js';
import { expect, test, toastOf } from './support/test.js';

const markup = '<img src=x onerror="window.hit = 1"> & <script>window.hit = 1</script>';

test.describe('comments', () => {
  test('wait for approval, are shown as text, and open one reply form at a time', async ({ page, owner }) => {
    const post = await writePost(owner, { title: 'Talk to me', slug: 'talk-to-me' });
    await page.goto('/blog/talk-to-me');
    const form = page.getByRole('form', { name: 'Comment', exact: true });
    await form.getByRole('button', { name: 'Send comment' }).click();
    await expect(toastOf(page)).toContainText('Missing fields');
    await expect(toastOf(page)).toContainText('Please fill in name and comment fields.');
    await form.getByLabel('Name').fill('Mia Castellano');
    await form.getByLabel('Email').fill('mia@example.com');
    await form.getByLabel('Comment', { exact: true }).fill(markup);
    await form.getByRole('button', { name: 'Send comment' }).dblclick();
    await expect(toastOf(page)).toContainText('Comment submitted');
    await expect(toastOf(page)).toContainText('Your comment is pending approval and will appear once reviewed.');
    await expect(form.getByLabel('Comment', { exact: true })).toHaveValue('');

    const comments = () =>
      owner.send<{ items: { id: string; content: string }[] }>('GET', `/comments?blog_post_id=${post.id}`);
    const [pending, ...more] = (await comments()).items;
    expect(more).toEqual([]);
    await page.reload();
    await expect(page.getByText('No comments yet.')).toBeVisible();
    await owner.send('PATCH', `/comments/${pending!.id}`, { is_approved: true });
    await page.reload();
    await expect(page.getByText(markup)).toBeVisible();
    await expect(page.getByText('mia@example.com')).toHaveCount(0);
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    expect(await (await page.request.get('/blog/talk-to-me')).text()).not.toContain('mia@example.com');

    const reply = page.getByRole('button', { name: 'Reply to Mia Castellano' });
    await reply.click();
    const replyForm = page.getByRole('form', { name: 'Reply to Mia Castellano' });
    await replyForm.getByRole('button', { name: 'Send reply' }).click();
    await expect(toastOf(page)).toContainText('Please fill in name and reply fields.');
    await reply.click();
    await expect(replyForm).toHaveCount(0);
    await reply.click();
    await replyForm.getByLabel('Name').fill('Jonas');
    await replyForm.getByLabel('Reply', { exact: true }).fill('Same here.');
    await replyForm.getByRole('button', { name: 'Send reply' }).click();
    await expect(toastOf(page)).toContainText('Comment submitted');
    const answered = (await comments()).items.find(({ content }) => content === 'Same here.');
    await owner.send('PATCH', `/comments/${answered!.id}`, { is_approved: true });
    await page.reload();
    await expect(page.getByRole('list', { name: 'Replies to Mia Castellano' })).toContainText('Same here.');
    await expect(page.getByRole('list', { name: 'Replies to Mia Castellano' }).getByRole('button')).toHaveCount(0);
    const counted = await (await page.request.get('/api/v1/posts/talk-to-me')).json();
    expect(counted.comments_count).toBe(2);
    await owner.send('DELETE', `/posts/${post.id}`);
  });
});

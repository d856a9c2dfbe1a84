import { expect, test } from './support/test.js';

const long = '/blog/the-long-list';

test.describe('a post', () => {
  test('shows every part that the specification names', async ({ page, request }) => {
    const post = await (await request.get('/api/v1/posts/the-long-list')).json();
    const { previous, next } = await (await request.get('/api/v1/posts/the-long-list/neighbours')).json();
    const related = await (await request.get('/api/v1/posts/the-long-list/related')).json();
    await page.goto(long);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
    await expect(crumbs).toHaveCount(1);
    await expect(crumbs.getByRole('link')).toHaveText(['Home', 'Blog', 'Mobile']);
    await expect(crumbs.getByRole('link', { name: 'Mobile' })).toHaveAttribute('href', '/blog?category=Mobile');
    await expect(page.getByRole('link', { name: 'Back' }).first()).toHaveAttribute('href', '/blog');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
    const main = page.getByRole('main');
    await expect(main.getByText(post.excerpt).first()).toBeVisible();
    const date = new Date(post.published_at).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    await expect(main.getByText(date).first()).toBeVisible();
    await expect(main.getByText(post.read_time).first()).toBeVisible();
    for (const tag of post.tags) await expect(main.getByText(tag, { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Author' })).toContainText(post.author_name);
    const neighbours = page.getByRole('navigation', { name: 'Previous and next post' });
    await expect(neighbours.getByRole('link')).toHaveCount(2);
    await expect(neighbours).toContainText(previous.title);
    await expect(neighbours).toContainText(next.title);
    const articles = page.getByRole('region', { name: 'Related articles' });
    await expect(articles.getByRole('heading', { level: 3 })).toHaveText(
      related.items.slice(0, 2).map(({ title }: { title: string }) => title),
    );
    await expect(page.getByRole('form', { name: 'Newsletter' })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(post.title));
  });

  test('that does not exist responds 404, and the browser goes to the list with a notice', async ({
    page,
    request,
  }) => {
    // The first rendering may exceed its time limit on a busy machine; the browser renders the page then, with 200.
    await expect.poll(async () => (await request.get('/blog/never-written')).status()).toBe(404);
    const response = await page.goto('/blog/never-written');
    expect(response?.status()).toBe(404);
    await expect(page).toHaveURL(/\/blog$/);
    await expect(page.getByText('That post isn’t here any more.')).toBeVisible();
  });
});

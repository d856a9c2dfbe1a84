import { writePost } from './support/owner-api.js';
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

const hebrewPost = `פסקה ראשונה עם word באנגלית.

- פריט ראשון
- \`npm ci\` פריט שני

  פסקה בתוך פריט

## כותרת

> ציטוט

| שם | ערך |
| - | - |
| אחד | שניים |

![תמונה](/static/blog/none.svg "כיתוב")

הערה[^1].

An English paragraph.

\`\`\`sh
echo code
\`\`\`

[^1]: תוכן ההערה.`;

/** Returns the direction and the beginning of each text of the page with a Hebrew word, or of those that match. */
const directionsOf = (words: string) => {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement!;
    if (!new RegExp(words).test(node.textContent ?? '') || element.closest('.sr-only, script, title')) continue;
    found.push(`${getComputedStyle(element).direction} ${element.tagName} ${node.textContent!.trim().slice(0, 30)}`);
  }
  return found;
};

test('what is written in Hebrew runs from right to left on every public page', async ({ page, owner }) => {
  const post = await writePost(owner, {
    title: 'שלום עולם',
    slug: 'shalom',
    excerpt: 'תקציר הפוסט',
    category: 'קטגוריה',
    tags: ['תג'],
    read_time: 'דקה',
    content: hebrewPost,
  });
  const next = await writePost(owner, {
    title: 'פוסט אחר',
    slug: 'shalom-again',
    excerpt: 'תקציר',
    category: 'קטגוריה',
  });
  const comment = (content: string, more: object = {}) =>
    page.request.post(`/api/v1/posts/${post.id}/comments`, {
      headers: { 'idempotency-key': `hebrew-${content}`.replace(/[^a-z-]/g, 'x').padEnd(20, `${content.length}`) },
      data: { author_name: 'דנה', content, ...more },
    });
  expect((await comment('תגובה')).status()).toBe(201);
  const list = () => owner.send<{ items: { id: string }[] }>('GET', `/comments?blog_post_id=${post.id}`);
  const [{ id }] = (await list()).items as [{ id: string }];
  await owner.send('PATCH', `/comments/${id}`, { is_approved: true });
  expect((await comment('תשובה לתגובה', { parent_comment_id: id })).status()).toBe(201);
  for (const each of (await list()).items) await owner.send('PATCH', `/comments/${each.id}`, { is_approved: true });
  await owner.send('POST', '/bookmarks', {
    title: 'סימנייה',
    description: 'תיאור',
    tags: ['תווית'],
    url: 'https://example.com/hebrew',
  });
  const testimonial = await owner.send<{ id: string }>('POST', '/testimonials', {
    name: 'יעל',
    role: 'מפתחת',
    company: 'חברה',
    content: 'עבודה טובה',
    rating: 5,
  });
  await owner.send('PATCH', `/testimonials/${testimonial.id}`, { is_featured: true });

  for (const [path, texts] of Object.entries({ '/blog/shalom': 22, '/blog': 6, '/bookmarks': 3, '/mentorship': 3 })) {
    await page.goto(path);
    await expect(page.getByText(/[א-ת]/).first()).toBeAttached();
    const directions = await page.evaluate(directionsOf, '[א-ת]');
    expect(directions.length, directions.join('\n')).toBeGreaterThanOrEqual(texts);
    expect(directions.filter((each) => !each.startsWith('rtl'))).toEqual([]);
  }
  await page.goto('/blog/shalom');
  expect(await page.evaluate(directionsOf, '^(An English|echo|npm)')).toEqual([
    'ltr CODE npm ci',
    expect.stringMatching(/^ltr \w+ An English paragraph\.$/),
    expect.stringMatching(/^ltr \w+ echo/),
  ]);
  for (const element of ['ul', 'li', 'blockquote', 'table', 'td', 'figcaption'])
    await expect(page.locator(`article .markdown ${element}`).first()).toHaveCSS('direction', 'rtl');
  for (const { id: written } of [post, next]) await owner.send('DELETE', `/posts/${written}`);
});

import type { Page } from '@playwright/test';
import { writePost } from './support/owner-api.js';
import { expect, signIn, test, toastOf } from './support/test.js';

const content = (page: Page) => page.getByPlaceholder('Write your blog post content using Markdown...');

/** Pastes or drops a PNG of a size, painted by the page, into the editor. */
async function handImage(page: Page, act: 'paste' | 'drop', name: string, width = 900, height = 600): Promise<void> {
  await content(page).evaluate(
    async (target, { act, name, width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const pen = canvas.getContext('2d')!;
      pen.fillStyle = '#2a6';
      pen.fillRect(0, 0, width, height);
      pen.fillStyle = '#fff';
      pen.fillText(name, 40, 40);
      const blob = await new Promise<Blob>((made) => canvas.toBlob((image) => made(image!), 'image/png'));
      const data = new DataTransfer();
      data.items.add(new File([blob], name, { type: 'image/png' }));
      const options = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        act === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data }),
      );
    },
    { act, name, width, height },
  );
}

test.describe('writing', () => {
  test('leads from an empty page to a public post, with one image pasted and one dropped', async ({
    page,
    request,
  }) => {
    await signIn(page, '/admin/blog');
    await page.getByRole('link', { name: 'Add New Post' }).click();
    await expect(page.getByRole('heading', { name: 'Create New Blog Post' })).toBeVisible();
    await page.getByRole('button', { name: 'Create Post' }).click();
    for (const field of ['Title', 'Slug', 'Excerpt', 'Content', 'Category'])
      await expect(page.getByText(`${field} is required`)).toBeVisible();

    await page.getByLabel('Title', { exact: true }).fill('Café: a Ledger, Split in 2!');
    await expect(page.getByLabel('Slug')).toHaveValue('caf-a-ledger-split-in-2');
    await page.getByLabel('Category').fill('Architecture');
    await page.getByLabel('Tags').fill(' postgres, , partitioning ,');
    await page.getByLabel('Excerpt').fill('How to move a table while it is read.');

    await content(page).fill('## Why\n\nIt grew.\n');
    await content(page).press('Control+End');
    await handImage(page, 'paste', 'pasted.png');
    await expect(content(page)).toHaveValue(/!\[[^\]]*\]\(\/images\/\d{13}-[a-z0-9]+\.png\)/);
    await content(page).press('Control+End');
    await handImage(page, 'drop', 'dropped.png');
    await expect(content(page)).toHaveValue(/(\/images\/\d{13}-[a-z0-9]+\.png[\s\S]*){2}/);
    const names = (await content(page).inputValue()).match(/\d{13}-[a-z0-9]+\.png/g)!;
    expect(new Set(names).size).toBe(2);

    await page.getByRole('tab', { name: 'Preview' }).click();
    const preview = page.getByRole('tabpanel', { name: 'Preview' });
    await expect(preview.getByRole('heading', { name: 'Why' })).toBeVisible();
    await expect(preview.getByRole('img')).toHaveCount(2);

    await page.getByRole('switch', { name: 'Published' }).click();
    await page.getByRole('button', { name: 'Create Post' }).click();
    await expect(toastOf(page)).toContainText('Blog post created successfully');
    await expect(page).toHaveURL(/\/admin\/blog$/);
    const row = page.getByRole('row').filter({ hasText: 'Café: a Ledger' });
    await expect(row).toContainText('Published');

    const api = await request.get('/api/v1/posts/caf-a-ledger-split-in-2');
    const { tags, published_at: first } = await api.json();
    expect(tags).toEqual(['postgres', 'partitioning']);
    await page.goto('/blog/caf-a-ledger-split-in-2');
    const images = page.getByRole('article').getByRole('img').filter({ visible: true });
    for (const name of names) {
      const image = page.locator(`img[src*="${name}"]`);
      await image.scrollIntoViewIfNeeded();
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
      await expect(image).toHaveAttribute('width', '900');
    }
    expect(await images.count()).toBeGreaterThanOrEqual(2);

    // An edit keeps the publication date.
    await page.goto('/admin/blog');
    await row.getByRole('link', { name: /^Edit/ }).click();
    await expect(page.getByRole('heading', { name: 'Edit Blog Post' })).toBeVisible();
    await page.getByLabel('Title', { exact: true }).fill('A ledger, split in three');
    await expect(page.getByLabel('Slug')).toHaveValue('caf-a-ledger-split-in-2');
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(toastOf(page)).toContainText('Blog post updated successfully');
    const edited = await (await request.get('/api/v1/posts/caf-a-ledger-split-in-2')).json();
    expect(edited).toMatchObject({ title: 'A ledger, split in three', published_at: first });
  });

  test('is published at its scheduled time', { tag: '@replicas' }, async ({ owner, request }) => {
    const post = await writePost(owner, { title: 'Later', slug: 'later', published: false });
    const scheduleFor = (at: number) =>
      owner.send('PATCH', `/posts/${post.id}`, { scheduled_at: new Date(at).toISOString() });
    await scheduleFor(Date.now() + 3_600_000);
    expect((await request.get('/api/v1/posts/later')).status()).toBe(404);
    const at = Date.now() + 1_000;
    await scheduleFor(at);
    await expect.poll(async () => (await request.get('/api/v1/posts/later')).status()).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(at);
  });
});

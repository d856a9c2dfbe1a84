import type { Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/look.js';
import { writePost } from './support/owner-api.js';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

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

  test('survives a killed tab', async ({ platform, browser, owner }) => {
    const post = await writePost(owner, { title: 'Killed tab', slug: 'killed-tab', published: false });
    const context = await browser.newContext({ baseURL: platform.url });
    const tab = await context.newPage();
    await signIn(tab, `/admin/blog/edit/${post.id}`);
    await content(tab).fill('An unsaved text.');
    await expect
      .poll(() => tab.evaluate(() => JSON.stringify({ ...localStorage }).includes('An unsaved text.')))
      .toBe(true);
    // A crashed page receives no unload event.
    const crashed = tab.waitForEvent('crash');
    const leaving = tab.goto('chrome://crash').catch(() => undefined);
    await crashed;
    await leaving;
    const again = await context.newPage();
    await again.goto(`/admin/blog/edit/${post.id}`);
    await expect(content(again)).toHaveValue(/Words about Killed tab/);
    await expect(again.getByText('Restore unsaved changes')).toBeVisible();
    await again.getByRole('button', { name: /^Restore/ }).click();
    await expect(content(again)).toHaveValue('An unsaved text.');
    await again.getByRole('button', { name: 'Update Post' }).click();
    await expect(toastOf(again)).toContainText('Blog post updated successfully');
    await again.goto(`/admin/blog/edit/${post.id}`);
    await expect(content(again)).toHaveValue('An unsaved text.');
    await expect(again.getByText('Restore unsaved changes')).toHaveCount(0);
    await context.close();
  });

  test('is published at its scheduled time', { tag: '@replicas' }, async ({ owner, request }) => {
    const post = await writePost(owner, { title: 'Later', slug: 'later', published: false });
    const at = Date.now() + 4_000;
    await owner.send('PATCH', `/posts/${post.id}`, { scheduled_at: new Date(at).toISOString() });
    expect((await request.get('/api/v1/posts/later')).status()).toBe(404);
    await expect.poll(async () => (await request.get('/api/v1/posts/later')).status()).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(at);
  });

  test('shows both texts after another admin has saved the post, and loses neither', async ({
    page,
    platform,
    browser,
    owner,
  }) => {
    const post = await writePost(owner, { title: 'Contested words', slug: 'contested-words', published: false });
    await signIn(page, `/admin/blog/edit/${post.id}`);
    await content(page).fill('My text.');
    const other = await newVisitor(browser, platform);
    await signIn(other, `/admin/blog/edit/${post.id}`);
    await content(other).fill('Their text.');
    await other.getByRole('button', { name: 'Update Post' }).click();
    await expect(other).toHaveURL(/\/admin\/blog$/);
    await page.getByRole('button', { name: 'Update Post' }).click();
    await expect(page.getByText('Their text.')).toBeVisible();
    await expect(content(page)).toHaveValue('My text.');
  });

  test('can be read as a draft with its preview link only', async ({ page, platform, browser, owner }) => {
    const post = await writePost(owner, { title: 'Between us', slug: 'between-us', published: false });
    const { path } = await owner.send<{ path: string }>('POST', `/posts/${post.id}/preview-links`);
    const reader = await newVisitor(browser, platform);
    const response = await reader.goto(path);
    expect(response?.headers()['cache-control']).toContain('no-store');
    await expect(reader.getByRole('heading', { level: 1, name: 'Between us' })).toBeVisible();
    await expect(reader.getByText(/this draft is not published/)).toBeVisible();
    await expectNoSidewaysScroll(reader);
    await expectAccessible(reader);
    expect((await page.request.get('/blog/between-us')).status()).toBe(404);
    await owner.send('DELETE', `/posts/${post.id}`);
    await reader.reload();
    await expect(reader.getByText('This preview link does not work any more')).toBeVisible();
  });

  test('is compared with an earlier revision, which can be restored', async ({ page, owner }) => {
    const post = await writePost(owner, { title: 'Versions', slug: 'versions', published: false, content: 'First.' });
    await owner.send('PATCH', `/posts/${post.id}`, { version: post.version, content: 'Second.' });
    await signIn(page, `/admin/blog/edit/${post.id}`);
    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('First.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await expect(content(page)).toHaveValue('First.');
  });
});

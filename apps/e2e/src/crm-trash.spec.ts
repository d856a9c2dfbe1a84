import type { Page } from '@playwright/test';
import type { OwnerApi } from './support/owner-api.js';
import { expect, signIn, test, toastOf } from './support/test.js';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Makes a record of a kind and deletes it. */
async function throwAway(owner: OwnerApi, kind: 'testimonials' | 'bookmarks' | 'leads', name: string): Promise<void> {
  const fields = {
    testimonials: { name, content: 'Said once.' },
    bookmarks: { title: name, url: 'https://example.com/gone' },
    leads: { name, email: 'gone@example.com' },
  }[kind];
  const { id } = await owner.send<{ id: string }>('POST', `/${kind}`, fields);
  await owner.send('DELETE', `/${kind}/${id}`);
}

test.describe('the trash', () => {
  test('holds what both services deleted, gives it back, and removes it for good', async ({ page, owner }) => {
    await throwAway(owner, 'testimonials', 'Thrown Words');
    await throwAway(owner, 'leads', 'Thrown Person');
    await throwAway(owner, 'bookmarks', 'Thrown Page');
    await signIn(page, '/admin/trash');
    await expect(rowOf(page, 'Thrown')).toHaveText([/Thrown Page/, /Thrown Person/, /Thrown Words/]);
    await expect(rowOf(page, 'Thrown Person')).toContainText('Lead');
    await expect(rowOf(page, 'Thrown Person')).toContainText('gone@example.com');
    await expect(rowOf(page, 'Thrown Person')).toContainText('in 29 days');

    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Testimonials' }).click();
    await expect(page).toHaveURL(/\?type=testimonials$/);
    await expect(rowOf(page, 'Thrown')).toHaveCount(1);
    await page.getByRole('button', { name: 'Restore Thrown Words' }).click();
    await expect(toastOf(page)).toContainText('Testimonial restored');
    await expect(rowOf(page, 'Thrown Words')).toHaveCount(0);
    await page.getByRole('link', { name: /^Testimonials/ }).click();
    await expect(rowOf(page, 'Thrown Words')).toBeVisible();

    await page.goto('/admin/trash');
    await page.getByRole('button', { name: 'Delete Thrown Page for good' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete for good' });
    await expect(question).toContainText('“Thrown Page” will be removed for good. This action cannot be undone.');
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await expect(toastOf(page)).toContainText('Bookmark deleted for good');
    await expect(rowOf(page, 'Thrown')).toHaveText([/Thrown Person/]);
  });

  test('a slug that has been taken meanwhile is said in words', async ({ page, owner }) => {
    const post = { title: 'Twice', slug: 'twice', excerpt: 'x', content: 'x', category: 'Architecture' };
    const { id } = await owner.send<{ id: string }>('POST', '/posts', { ...post, title: 'Twice at first' });
    await owner.send('DELETE', `/posts/${id}`);
    await owner.send('POST', '/posts', post);
    await signIn(page, '/admin/trash');
    await page.getByRole('button', { name: 'Restore Twice at first' }).click();
    await expect(toastOf(page)).toContainText('This post cannot be restored');
    await expect(rowOf(page, 'Twice at first')).toBeVisible();
  });

  test('a service that is away takes only its own part with it', async ({ page, owner }) => {
    await throwAway(owner, 'leads', 'Parted Person');
    await throwAway(owner, 'bookmarks', 'Parted Page');
    await signIn(page);
    await page.route('**/api/v1/admin/trash/people*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/admin/trash');
    const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(notice).toContainText('Deleted leads, clients, projects, inquiries and subscribers');
    await expect(rowOf(page, 'Parted Page')).toBeVisible();
    await expect(rowOf(page, 'Parted Person')).toHaveCount(0);
    await page.unroute('**/api/v1/admin/trash/people*');
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, 'Parted Person')).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

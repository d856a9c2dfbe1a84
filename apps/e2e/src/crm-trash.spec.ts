import type { Page } from '@playwright/test';
import type { OwnerApi } from './support/owner-api.js';
import { expect, signIn, test, toastOf } from './support/test.js';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function deleteNew(owner: OwnerApi, kind: 'testimonials' | 'bookmarks' | 'leads', name: string): Promise<void> {
  const fields = {
    testimonials: { name, content: 'Said once.' },
    bookmarks: { title: name, url: 'https://example.com/gone' },
    leads: { name, email: 'gone@example.com' },
  }[kind];
  const { id } = await owner.send<{ id: string }>('POST', `/${kind}`, fields);
  await owner.send('DELETE', `/${kind}/${id}`);
}

test.describe('the trash', () => {
  test('lists what both services deleted, restores it, and purges it', async ({ page, owner }) => {
    await deleteNew(owner, 'testimonials', 'Binned Testimonial');
    await deleteNew(owner, 'leads', 'Binned Lead');
    await deleteNew(owner, 'bookmarks', 'Binned Bookmark');
    await signIn(page, '/admin/trash');
    await expect(rowOf(page, 'Binned')).toHaveText([/Binned Bookmark/, /Binned Lead/, /Binned Testimonial/]);
    await expect(rowOf(page, 'Binned Lead')).toContainText('Lead');
    await expect(rowOf(page, 'Binned Lead')).toContainText('gone@example.com');
    await expect(rowOf(page, 'Binned Lead')).toContainText('in 29 days');

    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Testimonials' }).click();
    await expect(page).toHaveURL(/\?type=testimonials$/);
    await expect(rowOf(page, 'Binned')).toHaveCount(1);
    await page.getByRole('button', { name: 'Restore Binned Testimonial' }).click();
    await expect(toastOf(page)).toContainText('Testimonial restored');
    await expect(rowOf(page, 'Binned Testimonial')).toHaveCount(0);
    await page.getByRole('link', { name: /^Testimonials/ }).click();
    await expect(rowOf(page, 'Binned Testimonial')).toBeVisible();

    await page.goto('/admin/trash');
    await page.getByRole('button', { name: 'Delete Binned Bookmark for good' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete for good' });
    await expect(question).toContainText('“Binned Bookmark” will be removed for good. This action cannot be undone.');
    await question.getByRole('button', { name: 'Delete for good' }).click();
    await expect(toastOf(page)).toContainText('Bookmark deleted for good');
    await expect(rowOf(page, 'Binned')).toHaveText([/Binned Lead/]);
  });

  test('explains that a slug was taken in the meantime', async ({ page, owner }) => {
    const post = { title: 'Twice', slug: 'twice', excerpt: 'x', content: 'x', category: 'Architecture' };
    const { id } = await owner.send<{ id: string }>('POST', '/posts', { ...post, title: 'Twice at first' });
    await owner.send('DELETE', `/posts/${id}`);
    await owner.send('POST', '/posts', post);
    await signIn(page, '/admin/trash');
    await page.getByRole('button', { name: 'Restore Twice at first' }).click();
    await expect(toastOf(page)).toContainText('This post cannot be restored');
    await expect(rowOf(page, 'Twice at first')).toBeVisible();
  });

  test('misses only the records of a service that is unavailable', async ({ page, owner }) => {
    await deleteNew(owner, 'leads', 'Parted Person');
    await deleteNew(owner, 'bookmarks', 'Parted Page');
    await signIn(page);
    await page.route('**/api/v1/admin/trash/people*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/admin/trash');
    const notice = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(notice).toContainText('Deleted leads, clients, projects, service inquiries');
    await expect(rowOf(page, 'Parted Page')).toBeVisible();
    await expect(rowOf(page, 'Parted Person')).toHaveCount(0);
    await page.unroute('**/api/v1/admin/trash/people*');
    await notice.getByRole('button', { name: 'Retry' }).click();
    await expect(rowOf(page, 'Parted Person')).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
});

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
});

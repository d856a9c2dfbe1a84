/**
 * Records that cannot be restored, and a trash without one of the services.
 * @subject apps/crm/src/app/trash
 * @everyday apps/crm/src/app/trash/trash.page.spec.tsx
 */
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

import type { Page } from '@playwright/test';
import { expect, newVisitor, signIn, test, toastOf } from './support/test.js';

const live = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

test.describe('an open CRM', () => {
  test('shows a status change, a deletion and its Undo in a second browser', {
    tag: '@replicas',
  }, async ({ page, platform, browser, owner }) => {
    await owner.send('POST', '/leads', { name: 'Shared Person', email: 'shared@example.com', source: 'direct' });
    const other = await newVisitor(browser, platform);
    for (const each of [page, other]) {
      await signIn(each, '/admin/leads?search=shared');
      await live(each);
      await expect(row(each, 'Shared Person')).toBeVisible();
    }
    await page.getByRole('button', { name: 'Status of Shared Person: New' }).click();
    await page.getByRole('menuitemradio', { name: 'Qualified' }).click();
    await expect(row(other, 'Shared Person')).toContainText('Qualified');

    await row(page, 'Shared Person').getByRole('link').click();
    await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete lead' }).click();
    await expect(row(other, 'Shared Person')).toHaveCount(0);
    await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toastOf(page)).toContainText('Lead restored');
    await expect(row(other, 'Shared Person')).toBeVisible();
    await other.context().close();
  });
});

/**
 * A lead of a known client, and one that is marked as spam.
 * @subject apps/crm/src/people/leads services/leads/src/people/conversions
 * @everyday apps/crm/src/people/leads/convert-dialog.spec.tsx
 */
import { expect, signIn, test, toastOf } from './support/test.js';

test.describe('a lead', () => {
  test('with the email of a client is converted to that client, whom the dialog names', async ({ page, owner }) => {
    await owner.send('POST', '/clients', { name: 'Known Before', email: 'Known@Example.com' });
    const lead = await owner.send<{ id: string }>('POST', '/leads', {
      name: 'Known Again',
      email: 'known@example.com',
      source: 'contact',
    });
    await signIn(page, `/admin/leads/${lead.id}?convert=${lead.id}`);
    const dialog = page.getByRole('dialog', { name: 'Convert Lead' });
    await expect(dialog.getByText('Known Before has this e-mail address and is a client already.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Convert Lead' }).click();
    await expect(toastOf(page)).toContainText('Lead converted successfully');
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Known Before' }).first()).toBeVisible();
    const { items } = await owner.send<{ items: unknown[] }>('GET', '/clients?email=known@example.com');
    expect(items).toHaveLength(1);
  });

  test('marked as spam appears under the spam filter, and returns by Not spam', async ({ page }) => {
    const sent = await page.request.post('/api/v1/leads', {
      data: { name: 'Trapped Person', email: 'trapped@example.com', message: 'Buy', source: 'contact', website: 'x' },
    });
    expect(sent.status()).toBe(201);
    await signIn(page, '/admin/leads?search=trapped');
    await expect(page.getByText('No leads match')).toBeVisible();
    await page.getByRole('button', { name: 'Spam' }).click();
    await page.getByRole('link', { name: 'Trapped Person' }).click();
    await page.getByRole('button', { name: 'Not spam' }).click();
    await expect(toastOf(page)).toContainText('Lead moved back to the list');
    await page.goto('/admin/leads?search=trapped');
    await expect(page.getByRole('row').filter({ hasText: 'Trapped Person' })).toBeVisible();
  });
});

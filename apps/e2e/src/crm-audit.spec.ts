import { admin, expect, signIn, test } from './support/test.js';

test.describe('the audit trail', () => {
  test('shows who changed what, before and after, from the edit of a lead to its end', async ({ page, owner }) => {
    const name = 'Audited Person';
    const { id } = await owner.send<{ id: string }>('POST', '/leads', { name, email: 'audited@example.com' });
    await owner.send('PATCH', `/leads/${id}`, { status: 'contacted' });
    await signIn(page, `/admin/audit?record=${id}`);
    const rows = page.getByRole('row').filter({ hasText: name });
    await expect(rows).toHaveText([/Changed.*status.*New.*to.*Contacted/, /Created/]);
    await expect(rows.first()).toContainText(admin.email);

    await rows.first().getByRole('link').first().click();
    const drawer = page.getByRole('dialog', { name: `Changed: ${name}` });
    await expect(drawer).toContainText('leads.patch');
    await expect(drawer.getByRole('row').filter({ hasText: 'status' })).toHaveText(/new.*contacted/i);
    await page.keyboard.press('Escape');

    // An open page shows what happens, without a reload.
    await owner.send('DELETE', `/leads/${id}`);
    await expect(rows.first()).toContainText('Deleted');
    await expect(rows.first()).toContainText('Kept in the trash for 30 days');

    // Its personal values go with the record.
    await owner.send('DELETE', `/trash/people/leads/${id}`);
    const entries = page.getByRole('table', { name: 'Audit trail' });
    await expect(entries).toContainText('Deleted for good');
    await expect(entries).not.toContainText(name);
    await expect(entries.getByText('erased').first()).toBeVisible();
  });
});

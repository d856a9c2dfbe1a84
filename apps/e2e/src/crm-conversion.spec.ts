import { expect, signIn, test, toastOf } from './support/test.js';

test.describe('a lead', () => {
  test('becomes a client and a project in one dialog, and its timeline shows that', async ({ page, owner }) => {
    const lead = await owner.send<{ id: string }>('POST', '/leads', {
      name: 'Convertible Person',
      email: 'convertible@example.com',
      company: 'Convertible & Co',
      service_interest: 'SaaS architecture',
      source: 'services',
      budget_range: '15k-50k',
      timeline: '3-6-months',
      message: 'Nine hundred tenants.',
    });
    await signIn(page, `/admin/leads/${lead.id}`);
    const drawer = page.getByRole('dialog', { name: 'Convertible Person' });
    await drawer.getByRole('textbox', { name: 'Add a note' }).fill('Wants to start in March.');
    await page.keyboard.press('Control+Enter');
    await expect(drawer.getByRole('listitem').filter({ hasText: 'Wants to start in March.' })).toContainText('by you');

    await drawer.getByRole('button', { name: 'Convert to client' }).click();
    const dialog = page.getByRole('dialog', { name: 'Convert Lead' });
    await dialog.getByRole('switch', { name: 'Project' }).click();
    await expect(dialog.getByLabel(/^Project Title/)).toHaveValue('SaaS architecture for Convertible & Co');
    await expect(dialog.getByLabel('Budget')).toHaveValue('');
    await expect(dialog.getByLabel('Budget')).toHaveAccessibleDescription("The lead's range: 15k-50k");
    await dialog.getByLabel('Budget').fill('32,000');
    await dialog.getByRole('button', { name: 'Convert Lead' }).click();
    await expect(toastOf(page)).toContainText('Lead converted successfully');
    await expect(dialog).toBeHidden();

    await expect(drawer.getByRole('button', { name: /^Status of .*Converted$/ })).toBeVisible();
    const timeline = drawer.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByRole('listitem').filter({ hasText: /^Lead created/ })).toBeVisible();
    await expect(timeline.getByRole('listitem').filter({ hasText: /^Converted to/ })).toHaveCount(2);
    await drawer.getByRole('link', { name: 'Convertible Person' }).first().click();
    await expect(page).toHaveURL(/\/admin\/clients\/[0-9a-f-]{36}/);
    const client = page.getByRole('dialog', { name: 'Convertible Person' });
    await expect(client.getByText('SaaS architecture for Convertible & Co').first()).toBeVisible();
    // The lead's notes stay with the client.
    await expect(client.getByText('Wants to start in March.')).toBeVisible();

    await client.getByRole('link', { name: 'SaaS architecture for Convertible & Co' }).first().click();
    const project = page.getByRole('dialog', { name: 'SaaS architecture for Convertible & Co' });
    const begun = project.getByRole('listitem').filter({ hasText: /^Converted from Convertible Person/ });
    await expect(begun).toContainText('Project created with $32,000 and 3-6 months');
    await expect(project.getByRole('listitem').filter({ hasText: 'Wants to start in March.' })).toContainText(
      'on the lead',
    );
    await project.getByRole('textbox', { name: 'Add a note' }).fill('Kick-off on Monday.');
    await page.keyboard.press('Control+Enter');
    await expect(project.getByRole('list', { name: 'Timeline' }).getByRole('listitem').first()).toContainText(
      'Kick-off on Monday.',
    );
  });
});

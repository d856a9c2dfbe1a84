/**
 * Details of the audit trail: visitors, sign-ins, filters, export, look.
 * @subject apps/ops/src/audit services/gateway/src/audit
 * @everyday apps/e2e/src/crm-audit.spec.ts
 */
import { expectGoodLook } from './support/look.js';
import { admin, expect, signIn, signInByForm, test, toastOf } from './support/test.js';

test.describe('the audit trail', () => {
  test('records what visitors send, and nothing of it after the record is erased', async ({ page, owner, request }) => {
    const sent = await request.post('/api/v1/leads', {
      data: { name: 'Audited Visitor', email: 'visitor@example.com', message: 'Hello there', source: 'contact' },
    });
    const { id } = (await sent.json()) as { id: string };
    await signIn(page, '/admin/audit?who=website');
    const row = page.getByRole('row').filter({ hasText: 'Audited Visitor' });
    await expect(row).toContainText('Website');
    await expect(row).toContainText('Created');
    await owner.send('DELETE', `/leads/${id}`);
    await owner.send('DELETE', `/trash/people/leads/${id}`);
    await expect(row).toHaveCount(0);
  });

  test('records sign-ins on the sign-in page, also those that fail', async ({ page }) => {
    await page.goto('/auth');
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(toastOf(page).or(page.getByRole('alert')).first()).toBeVisible();
    await signInByForm(page);
    await page.goto('/admin/audit?act=signed_in');
    await expect(page.getByRole('row').filter({ hasText: 'Refused: invalid credentials' }).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Chrome on Linux' }).first()).toBeVisible();
  });

  test('filters by the record of a row with F, and exports what it shows', async ({ page, owner }) => {
    const names = ['Audited One', 'Audited Two'];
    for (const name of names) await owner.send('POST', '/leads', { name, email: 'audited@example.com' });
    await signIn(page, '/admin/audit');
    const row = page.getByRole('row').filter({ hasText: 'Audited One' });
    await row.getByRole('button', { name: 'Filter by this record' }).focus();
    await page.keyboard.press('f');
    await expect(page).toHaveURL(/\?record=/);
    await expect(page.getByRole('row').filter({ hasText: 'Audited Two' })).toHaveCount(0);
    await expect(row).toHaveCount(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await streamText(await download.createReadStream())).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('Audited One');
    expect(lines[1]).toContain('leads.create');
  });

  test('looks good', async ({ page, owner }) => {
    const { id } = await owner.send<{ id: string }>('POST', '/leads', {
      name: 'W'.repeat(140),
      email: 'w@example.com',
    });
    await owner.send('PATCH', `/leads/${id}`, { status: 'lost' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, '/admin/audit');
    await expect(page.getByRole('row').nth(5)).toBeVisible();
    await expectGoodLook(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('dialog')).toContainText('Outcome');
    await expectGoodLook(page);
  });
});

async function streamText(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

import type { Page } from '@playwright/test';
import { expect, signIn, test } from './support/test.js';

const paletteField = (page: Page) => page.getByRole('combobox', { name: /^Search pages/ });
const options = (page: Page) => page.getByRole('option');

test.describe('the palette', () => {
  test('finds a lead as its list does, and opens it at its own address', async ({ page, owner }) => {
    const lead = await owner.send<{ id: string }>('POST', '/leads', {
      name: 'Zofia Paletowa',
      email: 'zofia@palette.example',
    });
    await signIn(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(paletteField(page)).toBeFocused();
    await page.keyboard.type('palette.example');
    await expect(options(page)).toHaveText([/Zofia Paletowa/]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Zofia Paletowa' })).toContainText('zofia@palette.example');
    await expect(page).toHaveURL(`/admin/leads/${lead.id}`);
  });
});

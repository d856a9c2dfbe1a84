import type { Platform } from '@docfolio/local/platform';
import { expect, signIn, test } from './support/test.js';

/** Submits leads as visitors do, oldest first. */
async function submitLeads(
  platform: Platform,
  count: number,
  fields: (index: number) => object = () => ({}),
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const response = await fetch(`${platform.url}/api/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `Submitted ${String(index).padStart(3, '0')}`,
        email: `submitted${index}@example.com`,
        message: 'Sent by a test.',
        source: 'contact',
        ...fields(index),
      }),
    });
    expect(response.status).toBe(201);
  }
}

test.describe('the leads page', () => {
  // The palette is the shell's, drawer and form are the CRM's: two builds, whose overlays are one stack.
  test('opens the palette over its drawer and its form, which Escape closes one after the other', async ({
    page,
    platform,
  }) => {
    await submitLeads(platform, 1, () => ({ name: 'Under the palette', email: 'under@example.com' }));
    await signIn(page, '/admin/leads?search=under');
    const palette = page.getByRole('dialog', { name: 'Search' });
    const box = palette.getByRole('combobox');
    const press = async (key: string) => {
      await page.keyboard.press(key);
      // What a copy of the overlays' code without knowledge of the other would do next.
      await page.evaluate(() => new Promise(requestAnimationFrame));
    };

    await page.getByRole('button', { name: 'View Under the palette' }).click();
    const drawer = page.getByRole('dialog').filter({ hasText: 'under@example.com' });
    await expect(drawer).toBeVisible();
    await press('Control+k');
    await expect(box).toBeFocused();
    await press('Escape');
    await expect(palette).toBeHidden();
    await expect(drawer).toBeVisible();
    await press('Escape');
    await expect(drawer).toBeHidden();

    await page.getByRole('button', { name: 'Add Lead' }).click();
    const form = page.getByRole('dialog', { name: /Add/ });
    await expect(form).toBeVisible();
    await press('Control+k');
    await expect(box).toBeFocused();
    await page.keyboard.type('proj');
    await expect(box).toHaveValue('proj');
    await palette.getByRole('option').first().hover();
    await expect(form).toBeVisible();
    await press('Escape');
    await expect(palette).toBeHidden();
    await expect(form).toBeVisible();
    await press('Escape');
    await expect(form).toBeHidden();
    await page.getByRole('button', { name: 'Add Lead' }).click();
    await expect(form).toBeVisible();
  });

  test('opens a lead in a drawer at its own address, where it is edited and deleted', async ({ page, platform }) => {
    await submitLeads(platform, 2, (index) => ({
      name: `Drawer ${index}`,
      email: `drawer${index}@example.com`,
      message: 'One\nTwo',
    }));
    await signIn(page, '/admin/leads?search=drawer');
    await page.getByRole('button', { name: 'View Drawer 1' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('drawer1@example.com')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/leads\/[0-9a-f-]{36}/);
    await page.reload();
    await expect(drawer.getByText('drawer1@example.com')).toBeVisible();

    await drawer.getByRole('button', { name: /^Edit/ }).click();
    const form = page.getByRole('dialog', { name: /Edit/ });
    await form.getByLabel(/^Company/).fill('Edited & Sons');
    await form.getByRole('button', { name: 'Update Lead' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'Drawer 1' })).toContainText('Edited & Sons');

    await expect(drawer.getByRole('button', { name: 'Edit lead' })).toBeFocused();
    // The returned focus must not open a tooltip, which would handle the next Escape.
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await drawer.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete lead' }).click();
    await expect(page.getByText('Lead deleted successfully').first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Drawer 1' })).toHaveCount(0);
    await expect(page.getByRole('row').filter({ hasText: 'Drawer 0' })).toHaveCount(1);
  });

  test('has ten links in order, and each opens its page', async ({ page }) => {
    await signIn(page);
    await expect(page.getByText('CRM Admin Dashboard').first()).toBeVisible();
    const links = page.getByRole('navigation').getByRole('link');
    const names = [
      'Dashboard',
      'Leads',
      'Clients',
      'Projects',
      'Service Inquiries',
      'Portfolio Inquiries',
      'Blog',
      'Blog Subscribers',
      'Bookmarks',
      'Testimonials',
    ];
    await expect(links).toHaveText(names.map((name) => new RegExp(`^${name}(?! Subscribers)`)));
    for (const [index, name] of names.entries()) {
      await links.nth(index).click();
      await expect(links.nth(index)).toHaveAttribute('aria-current', 'page');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
      await expect(page.getByText('Oops! Page not found')).toHaveCount(0);
    }
  });
});

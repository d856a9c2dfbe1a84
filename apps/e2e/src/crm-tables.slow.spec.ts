/**
 * Tables of the CRM at each width, and what its toasts cover.
 * @subject libs/ui/src/tables libs/ui/src/styles
 * @everyday apps/e2e/src/crm-look.spec.ts
 */
import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/look.js';
import { expect, signIn, test, toastOf } from './support/test.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The columns that the specification lists, by page. */
const tables: Record<string, string[]> = {
  leads: ['Name', 'Email', 'Company', 'Status', 'Source', 'Service Interest', 'Budget', 'Created', 'Actions'],
  clients: ['Name', 'Email', 'Company', 'Phone', 'Created', 'Actions'],
  projects: ['Title', 'Service Type', 'Status', 'Budget', 'Timeline', 'Created', 'Actions'],
  'service-inquiries': ['Service', 'Budget Range', 'Timeline', 'Requirements', 'Created', 'Actions'],
  'portfolio-inquiries': ['Project Interest', 'Similar Project', 'Custom Requirements', 'Created', 'Actions'],
  'blog-subscribers': ['Email', 'Name', 'Source', 'Status', 'Subscribed', 'Actions'],
  testimonials: ['Client', 'Rating', 'Content', 'Status', 'Created', 'Actions'],
  blog: ['Title', 'Category', 'Status', 'Published', 'Actions'],
};

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not in the layout');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

const firstRow = (page: Page) => page.locator('tbody [data-row]').first();

/** Expects that the toast covers none of the elements. */
async function expectUncovered(page: Page, elements: Locator): Promise<void> {
  const toast = await boxOf(toastOf(page));
  const covered = await elements.evaluateAll(
    (all, { left, right, top, bottom }) =>
      all
        .map((element) => element.getBoundingClientRect())
        .filter((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top).length,
    toast,
  );
  expect(await elements.count()).toBeGreaterThan(0);
  expect(covered).toBe(0);
}

test.describe('tables of the CRM', () => {
  for (const width of [768, 1024])
    test(`at ${width} px let every column be scrolled into view between the first one and the actions`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 768 });
      await signIn(page);
      for (const [path, columns] of Object.entries(tables)) {
        await page.goto(`/admin/${path}`);
        await expect(firstRow(page)).toBeVisible();
        // Columns of little use give way first, one by one.
        const headers = page.getByRole('columnheader');
        await expect(headers.last()).toHaveText(columns.at(-1)!);
        const shown = await headers.allTextContents();
        expect(columns.filter((column) => shown.includes(column))).toEqual(shown);
        const cells = firstRow(page).locator('td');
        const [first, last] = [cells.first(), cells.last()];
        const [start, end] = [await boxOf(first), await boxOf(last)];
        expect(end.right).toBeLessThanOrEqual(width);
        await expectNoSidewaysScroll(page);
        const region = page.locator('[data-row-actions]');
        await region.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
        expect(await boxOf(first)).toEqual(start);
        expect(await boxOf(last)).toEqual(end);
        // The last column before the actions ends where they begin.
        expect((await boxOf(cells.nth(shown.length - 2))).right).toBeLessThanOrEqual(end.left + 1);
        await expect(region).not.toHaveAttribute('data-hides-right');
      }
    });

  test('scroll a focused control clear of the first column and the actions', async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 768 });
    await signIn(page, '/admin/leads');
    const cells = firstRow(page).locator('td');
    const status = firstRow(page).getByRole('button', { name: /^Status of/ });
    const region = page.locator('[data-row-actions]');
    for (const side of [0, 10_000]) {
      await cells.first().getByRole('link').focus();
      await region.evaluate((element, left) => element.scrollTo(left, 0), side);
      await status.focus();
      await expect(async () => {
        const { left, right } = await boxOf(status);
        expect(left).toBeGreaterThanOrEqual((await boxOf(cells.first())).right);
        expect(right).toBeLessThanOrEqual((await boxOf(cells.last())).left);
      }).toPass();
    }
  });

  test('show row actions without a pointer, and highlight them under it', async ({ page }) => {
    await signIn(page);
    const colourOf = (button: Locator) =>
      button.evaluate((element) => {
        let opacity = 1;
        for (let each: Element | null = element; each; each = each.parentElement)
          opacity *= Number(getComputedStyle(each).opacity);
        return opacity === 1 ? getComputedStyle(element).color : 'see-through';
      });
    const token = (name: string) =>
      page.evaluate((value) => {
        const probe = document.body.appendChild(document.createElement('span'));
        probe.style.color = `var(--${value})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      }, name);
    for (const path of ['/admin/leads', '/admin/blog/comments']) {
      await page.goto(path);
      const row = page.locator('[data-row]').nth(1);
      const button = row.getByRole('button').last();
      await expect(button).toBeVisible();
      await expect.poll(() => colourOf(button)).toBe(await token('faint'));
      await row.hover({ position: { x: 100, y: 10 } });
      await expect.poll(() => colourOf(button)).toBe(await token('muted'));
      await button.hover();
      await expect.poll(() => colourOf(button)).toBe(await token('ink'));
    }
  });
});

test.describe('a toast', () => {
  for (const [device, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    tablet: { width: 1024, height: 768 },
    phone: { width: 390, height: 844 },
  })) {
    test(`on a ${device} covers no row's actions`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await signIn(page, '/admin/blog/comments');
      const rows = page.locator('[data-row]');
      const actions = device === 'phone' ? /^Actions for/ : /^Mark as spam/;
      await rows.first().getByRole('button', { name: actions }).click();
      if (device === 'phone') await page.getByRole('menuitem', { name: /spam/ }).click();
      await expect(toastOf(page)).toContainText('Comment marked as spam');
      // Hovering stops the toast's timeout, because a busy machine may take longer for the rest.
      await toastOf(page).hover();
      await expectUncovered(page, rows.getByRole('button', { name: actions }));
      await toastOf(page).getByRole('button', { name: 'Undo' }).click();
    });

    test(`on a ${device} covers no uploaded image beside the editor`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await signIn(page, '/admin/blog/new');
      const images = page.getByRole('region', { name: 'Images' });
      await images.locator('input[type=file]').setInputFiles({
        name: `${device}.png`,
        mimeType: 'image/png',
        buffer: png,
      });
      await expect(toastOf(page)).toContainText('Image uploaded successfully');
      const tiles = images.getByRole('list', { name: 'Uploaded Images' }).getByRole('listitem');
      await expect(tiles.filter({ hasText: /\.png/ })).not.toHaveCount(0);
      await tiles.first().evaluate((tile) => tile.scrollIntoView({ block: 'end' }));
      await expectUncovered(page, tiles.first());
    });
  }
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPlatform } from '@docfolio/local/platform';
import { sizes, type Theme, useTheme } from './support/look.js';
import { platformEnv } from './support/platform.js';
import { expect, fillContactForm, newVisitor, signIn, test, toastOf } from './support/test.js';

const pictures: { device: keyof typeof sizes; theme: Theme; page: 'leads' | 'contact' }[] = [
  { device: 'desktop', theme: 'dark', page: 'leads' },
  { device: 'desktop', theme: 'light', page: 'contact' },
  { device: 'phone', theme: 'dark', page: 'leads' },
  { device: 'phone', theme: 'light', page: 'contact' },
];

test('the pictures of the README', async ({ browser }) => {
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-pictures-'));
  const platform = await startPlatform({ dataDir, env: { ...platformEnv, SEED: 'demo' } });
  try {
    for (const { device, theme, page: name } of pictures) {
      const page = await newVisitor(browser, platform, { viewport: sizes[device], deviceScaleFactor: 1.5 });
      await useTheme(page, theme);
      if (name === 'contact') {
        await page.goto('/contact');
        await fillContactForm(page, { name: 'Maya', email: 'maya@example.com', message: 'Can we talk?' });
        await page.locator('form button[type="submit"]').click();
        await expect(toastOf(page)).toContainText('Thank you for your inquiry!');
      } else {
        await signIn(page, '/admin/leads');
        await expect(page.getByText('Ingrid Solheim')).toBeVisible();
        await expect(page.getByRole('heading', { name: /Leads \(\d+\)/ })).toBeVisible();
      }
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({
        path: fileURLToPath(new URL(`../../../docs/images/${name}-${device}-${theme}.png`, import.meta.url)),
      });
      await page.context().close();
    }
  } finally {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

import type { Browser } from '@playwright/test';
import { anyVisitor } from './test.js';

/** Opens an empty page whose scripts are held back until `release` is called, but for those that a page begins with. */
export async function earlyVisitor(browser: Browser, platform: { url: string }) {
  const page = await anyVisitor(browser, platform);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    if (!/assets\/(head|early)\./.test(route.request().url())) await held;
    await route.continue();
  });
  return { page, release };
}

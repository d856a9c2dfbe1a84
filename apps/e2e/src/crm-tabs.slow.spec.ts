/**
 * Many tabs of the CRM in one browser, which has six connections to an origin over HTTP/1.1.
 * @subject libs/api-client/src
 * @everyday libs/api-client/src/live-connection.spec.ts
 */
import type { Page } from '@playwright/test';
import { expect, newTab, newVisitor, signIn, test } from './support/test.js';

const isLive = (page: Page) => expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible();

/** Returns the ms until a page shows its heading and, in the CRM, its records. */
async function visit(page: Page, path: string): Promise<number> {
  const began = Date.now();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  return Date.now() - began;
}

/** Signs in, and returns a limit for the ms of a visit: some visits alone, with room for a busy machine. */
async function signInAlone(page: Page): Promise<number> {
  await signIn(page, '/admin/leads');
  const alone = [];
  for (const path of ['/admin/clients', '/admin/leads', '/']) alone.push(await visit(page, path));
  // On a busy machine a page takes several times as long as a moment before; one that starves never loads.
  return Math.max(4_000, 10 * Math.max(...alone));
}

test('twelve tabs and a page of the site load as one does, and all show a lead that comes in', async ({
  browser,
  platform,
  owner,
}) => {
  const first = await newVisitor(browser, platform);
  const limit = await signInAlone(first);
  const tabs = [first];
  while (tabs.length < 12) tabs.push(await newTab(first));
  for (const tab of tabs) {
    expect(await visit(tab, '/admin/leads')).toBeLessThan(limit);
    await isLive(tab);
  }
  expect(await visit(await newTab(first), '/contact')).toBeLessThan(limit);
  await owner.send('POST', '/leads', { name: 'Seen Everywhere', email: 'seen@example.com', source: 'direct' });
  for (const tab of tabs) await expect(tab.getByRole('row').filter({ hasText: 'Seen Everywhere' })).toBeVisible();
  // The tab with the stream is closed: another one goes on.
  await first.close();
  await owner.send('POST', '/leads', { name: 'Seen Later', email: 'later@example.com', source: 'direct' });
  for (const tab of tabs.slice(1)) await expect(tab.getByRole('row').filter({ hasText: 'Seen Later' })).toBeVisible();
});

test('a page that is left gives its connection back, also if the back/forward cache keeps it', async ({
  browser,
  platform,
}) => {
  const page = await newVisitor(browser, platform);
  const limit = await signInAlone(page);
  for (let visits = 0; visits < 20; visits++)
    expect(await visit(page, ['/admin/leads', '/admin/clients', '/contact'][visits % 3]!)).toBeLessThan(limit);
  await page.goto('/admin/leads');
  await isLive(page);
  // Playwright's browser keeps no page in that cache: only the events of a page that is kept and comes back.
  const transition = (type: 'pagehide' | 'pageshow') =>
    page.evaluate((name) => dispatchEvent(new PageTransitionEvent(name, { persisted: true })), type);
  const closed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/admin/live'));
  await transition('pagehide');
  await closed;
  await transition('pageshow');
  await isLive(page);
});

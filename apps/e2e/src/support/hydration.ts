import { remoteReports } from '@docfolio/contracts/entities/remote-report';
import { type Browser, expect, type Page } from '@playwright/test';
import { type Theme, useTheme } from './look.js';
import { anyVisitor } from './test.js';

export interface Visit {
  /** Errors and warnings of the console. */
  complaints: string[];
  /** Requests to the gateway for what the page shows. */
  requests: string[];
}

/** Records console messages and gateway requests of a page from its next visit on. */
export async function follow(page: Page): Promise<Visit> {
  const visit: Visit = { complaints: [], requests: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') visit.complaints.push(message.text());
  });
  page.on('pageerror', (error) => visit.complaints.push(error.message));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // A share of the page loads, chosen at random, reports how the remotes' builds did.
    if (pathname.startsWith('/api/') && !pathname.endsWith(remoteReports.report.path))
      visit.requests.push(request.url());
  });
  await page.addInitScript(() => {
    const seen = globalThis as unknown as { layoutShift: number };
    seen.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.layoutShift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return visit;
}

/** Resolves when the server-rendered page is hydrated. */
export async function hydrated(page: Page): Promise<void> {
  const isReacts = () =>
    page
      .locator('main h1')
      .first()
      .evaluate((heading) => Object.keys(heading).some((key) => key.startsWith('__react')));
  await expect.poll(isReacts).toBe(true);
  await page.waitForLoadState('networkidle');
}

/** The cumulative layout shift so far. */
export const layoutShift = (page: Page) =>
  page.evaluate(() => (globalThis as never as { layoutShift: number }).layoutShift);

export async function expectOneHead(page: Page): Promise<void> {
  for (const tag of ['title', 'meta[name="description"]', 'link[rel="canonical"]', 'meta[property="og:title"]']) {
    await expect(page.locator(`head ${tag}`), tag).toHaveCount(1);
  }
}

export const isServerRendered = (page: Page) =>
  page.locator('#page-state').evaluate((block) => 'queries' in JSON.parse(block.textContent ?? '{}'));

/** Expects that a page comes rendered from the server and is hydrated without a complaint, a request or a layout shift. */
export async function expectCleanHydration(
  browser: Browser,
  platform: { url: string },
  path: string,
  { theme, viewport }: { theme: Theme; viewport: { width: number; height: number } },
): Promise<void> {
  const page = await anyVisitor(browser, platform, { viewport });
  // The first rendering of a page may exceed its time limit on a busy machine; the browser renders it then.
  await page.request.get(path);
  const visit = await follow(page);
  await useTheme(page, theme);
  await page.goto(path);
  await hydrated(page);
  expect(await isServerRendered(page), path).toBe(true);
  expect(visit, path).toEqual({ complaints: [], requests: [] });
  await expectOneHead(page);
  expect(await layoutShift(page)).toBeLessThan(0.02);
  await page.context().close();
}

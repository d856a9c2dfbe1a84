/**
 * Builds of the blog that are published, throw, and are rolled back, on a platform of their own.
 * @subject services/media/src/remotes apps/web/src/remotes libs/federation/src
 * @everyday apps/e2e/src/deployments.spec.ts
 */
import type { RemoteChange, RemoteState } from '@docfolio/contracts/entities/remote';
import type { Platform } from '@docfolio/local/platform';
import type { Page } from '@playwright/test';
import { FrontEnd } from './support/front-end.js';
import { follow, isServerRendered, layoutShift } from './support/hydration.js';
import { sizes } from './support/look.js';
import { startOwnPlatform } from './support/platform.js';
import { remotesCommand, remotesCommandOf } from './support/remote-builds.js';
import { anyVisitor, expect, test } from './support/test.js';

/** One platform, because these tests deploy builds. */
let platform: Platform;
let stop: (() => Promise<void>) | undefined;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  ({ platform, stop } = await startOwnPlatform({ SEED: 'demo', TRUSTED_PROXIES: '127.0.0.1,::1' }));
});
test.afterAll(() => stop?.());

const listPage = 'src/post-list/post-list.page.tsx';
/**
 * Runs a command that deploys. @returns ms within which the deployment is live for the next page load: 5 s, or on a busy
 * machine three times as long as the command took, of which it needs a fraction on a quiet one
 */
async function deploy(platform: Platform, ...args: string[]): Promise<number> {
  const began = performance.now();
  await remotesCommand(platform, ...args);
  return Math.max(5_000, 3 * (performance.now() - began));
}

const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');

/** Waits until the server renders the heading. Where the time is not what is tested, a busy machine may take longer. */
async function untilRendered(url: string, heading: string, timeout = 40_000): Promise<void> {
  await expect
    .poll(async () => headingOf(await (await fetch(`${url}/blog`)).text()), { intervals: [50], timeout })
    .toBe(heading);
}

const listHeading = (page: Page) => page.getByRole('heading', { level: 1 });

// Before the tests that deploy, and not on the shared platform, where one more row of categories than expected would push
// the posts down.
test('a remote that the browser renders with late data causes no layout shift', async ({ browser }) => {
  const frontEnd = await FrontEnd.start(platform);
  try {
    for (const name of ['site', 'blog'] as const)
      await frontEnd.replaceServerBuild(name, () => 'throw new Error("a broken build")');
    const posts = await fetch(`${platform.url}/api/v1/posts`);
    const { items } = (await posts.json()) as { items: { slug: string }[] };
    for (const [size, viewport] of Object.entries(sizes))
      for (const path of ['/blog', `/blog/${items[0]!.slug}`, '/bookmarks', '/mentorship'])
        await test.step(`${path}, ${size}`, async () => {
          const page = await anyVisitor(browser, platform, { viewport });
          expect(await shiftOfLateData(page, `${frontEnd.url}${path}`)).toBeLessThan(0.02);
          await page.context().close();
        });
  } finally {
    await frontEnd.stop();
  }
});

test('a published build is live within 5 s for the next page load, an open page goes on, and a rollback is as quick', async ({
  browser,
  builds,
}) => {
  const dist = await builds.blog(listPage, renamed('Notebook'));
  const open = await anyVisitor(browser, platform);
  await open.goto(`${platform.url}/blog`);
  await expect(listHeading(open)).toHaveText('Blog');

  const build = await remotesCommandOf({}, platform, 'publish', 'blog', '--dist', dist);
  expect(build).toMatch(/^[0-9a-f]{7}-[0-9a-f]{8}$/);
  expect(await remotesCommand(platform, 'publish', 'blog', '--dist', dist)).toBe(build);
  const live = await deploy(platform, 'promote', 'blog', build, '--reason', 'A better name');
  await untilRendered(platform.url, 'Notebook', live);

  const next = await anyVisitor(browser, platform);
  const failures: string[] = [];
  next.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  next.on('pageerror', (error) => failures.push(error.message));
  const loaded: string[] = [];
  next.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await next.goto(`${platform.url}/blog`);
  await expect(listHeading(next)).toHaveText('Notebook');
  await expect(next.locator('html')).toHaveAttribute('data-answering', 'blog');
  await next.locator('main article a, main li a').first().click();
  await expect(listHeading(next)).not.toHaveText('Notebook');
  const scripts = loaded.filter((path) => path.startsWith('/remotes/blog/') && path.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  for (const path of scripts) expect(path).toContain(`/remotes/blog/${build}/`);
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(failures).toEqual([]);

  // The page that was open before loads the rest of its own build.
  await open.locator('main article a, main li a').first().click();
  await expect(listHeading(open)).not.toHaveText('Blog');

  const rolledBack = await deploy(platform, 'rollback', 'blog', '--reason', 'The old name was better');
  await untilRendered(platform.url, 'Blog', rolledBack);
  const history = await remotesCommand(platform, 'history', 'blog', '--json');
  expect(JSON.parse(history).items).toMatchObject([
    { action: 'rolled_back', reason: 'The old name was better' },
    { action: 'promoted', to: build, reason: 'A better name' },
  ]);
});

test('a build that throws in the browser before its first render is replaced by the last good one', async ({
  browser,
  builds,
}) => {
  const good = await remotesCommand(
    platform,
    'publish',
    'blog',
    '--dist',
    await builds.blog(listPage, renamed('Good')),
  );
  await remotesCommand(platform, 'promote', 'blog', good);
  await untilRendered(platform.url, 'Good');
  const bad = await remotesCommand(
    platform,
    'publish',
    'blog',
    '--dist',
    await builds.blog('src/routes.tsx', throwsInBrowser),
  );
  await remotesCommand(platform, 'promote', 'blog', bad);
  await untilRendered(platform.url, 'Blog');

  const page = await anyVisitor(browser, platform);
  await page.goto(`${platform.url}/blog`);
  await expect(listHeading(page)).toHaveText('Good');
  await remotesCommand(platform, 'rollback', 'blog');
  await untilRendered(platform.url, 'Good');
});

test('a throwing build that is promoted with --auto is rolled back by the platform, from what browsers report', async ({
  browser,
  builds,
}) => {
  // For busy machines: it builds the blog and loads about 70 pages.
  test.setTimeout(300_000);
  const before = await history(platform);
  const heading = headingOf(await (await fetch(`${platform.url}/blog`)).text())!;
  const dist = await builds.blog('src/routes.tsx', throwsInBrowser);
  const bad = await remotesCommand(platform, 'publish', 'blog', '--dist', dist);
  // The canary's time is over immediately, but one that fails is not raised.
  await remotesCommand(platform, 'promote', 'blog', bad, '--percent', '10', '--auto', '--every', '0.01');
  const isCanary = async () => (await states(platform)).find(({ name }) => name === 'blog')?.canary?.build === bad;

  /** Opens the blog in new tabs, five from each network, until the rollback. @returns tabs that were sent the canary */
  const visit = async (bucket: number): Promise<number> => {
    let canaries = 0;
    for (let network = 0; network < maxNetworks && (await isCanary()); network += 1) {
      const context = await browser.newContext({
        baseURL: platform.url,
        extraHTTPHeaders: { 'x-forwarded-for': `192.0.${bucket}.${network}` },
      });
      await context.addCookies([{ name: 'docfolio_bucket', value: String(bucket), url: platform.url }]);
      for (let visits = 0; visits < 5 && (await isCanary()); visits += 1) {
        const page = await context.newPage();
        const response = await page.goto('/blog', { waitUntil: 'commit' });
        if ((await response!.text()).includes(bad)) canaries += 1;
        await page.locator('html[data-answering]').waitFor({ state: 'attached' });
        await expect(listHeading(page)).toHaveText(heading);
        await page.close();
      }
      await context.close();
    }
    return canaries;
  };
  const [other, ...canaries] = await Promise.all([99, 0, 4, 9].map(visit));

  expect(await isCanary()).toBe(false);
  expect(other).toBe(0);
  // The rule decides nothing before 50 page loads.
  expect(canaries.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(50);
  const [last, started, ...earlier] = await history(platform);
  expect(last).toMatchObject({ action: 'rolled_back', who: null, from: bad });
  expect(last?.reason).toMatch(/^Load failures 100\.0 % against 0\.0 %$/);
  expect(started).toMatchObject({ action: 'canary', to: bad, percent: 10 });
  expect(earlier).toEqual(before);
});

/** Networks of a visitor, with five page loads each, after which a rollback is overdue. */
const maxNetworks = 20;

async function history(platform: Platform): Promise<RemoteChange[]> {
  return JSON.parse(await remotesCommand(platform, 'history', 'blog', '--json')).items;
}

async function states({ url }: Platform): Promise<RemoteState[]> {
  return (await (await fetch(`${url}/api/v1/remotes`)).json()).items;
}

/** Changes the blog's routes so that they throw before the first render. */
function throwsInBrowser(source: string): string {
  return source.replace(
    'export default function BlogRoutes() {',
    "export default function BlogRoutes() {\n  if (typeof window !== 'undefined') throw new Error('a bug');",
  );
}

/** Returns a change of the list page's heading. */
function renamed(heading: string) {
  return (source: string) => source.replace(/(<h1[^>]*>\s*)Blog(\s*<)/, `$1${heading}$2`);
}

/** Opens a page that the browser renders, and delays its data until the skeleton is visible. @returns the layout shift */
async function shiftOfLateData(page: Page, url: string): Promise<number> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/v1\/(posts|categories|bookmarks|testimonials)/, async (route) => {
    await released;
    await route.continue();
  });
  await follow(page);
  await page.goto(url);
  expect(await isServerRendered(page)).toBe(false);
  const main = page.getByRole('main');
  await expect(main.locator('.bg-select').first(), 'a skeleton').toBeVisible();
  release();
  await page.waitForLoadState('networkidle');
  await expect(main.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  return layoutShift(page);
}

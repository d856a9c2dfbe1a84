import type { RemoteChange, RemoteState } from '@docfolio/contracts/remote';
import type { Platform } from '@docfolio/local/platform';
import type { Page } from '@playwright/test';
import { startOwnPlatform } from './support/platform.js';
import { RemoteBuilds, remotesCommand } from './support/remote-builds.js';
import { anyVisitor, test as base, expect, newVisitor } from './support/test.js';

type OwnPlatform = Awaited<ReturnType<typeof startOwnPlatform>>;

/** Tests share a platform of their own, because they deploy builds. */
const test = base.extend<object, { own: OwnPlatform; builds: RemoteBuilds }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const own = await startOwnPlatform({ SEED: 'demo' });
      await use(own);
      await own.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Otherwise the platform of the other specs would start as well.
  baseURL: async ({ own }, use) => use(own.platform.url),
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const builds = new RemoteBuilds();
      await use(builds);
      await builds.remove();
    },
    { scope: 'worker' },
  ],
});

const listPage = 'src/post-list/post-list.page.tsx';
/** ms within which a deployment is live for the next page load. */
const liveWithin = 5_000;

const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');

/** Waits until the server renders the heading. Where the time is not what is tested, a busy machine may take longer. */
async function untilRendered(url: string, heading: string, timeout = 20_000): Promise<void> {
  await expect
    .poll(async () => headingOf(await (await fetch(`${url}/blog`)).text()), { intervals: [50], timeout })
    .toBe(heading);
}

const listHeading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a published build is live within 5 s for the next page load, an open page goes on, and a rollback is as quick', async ({
  browser,
  own: { platform },
  builds,
}) => {
  const dist = await builds.blog(listPage, renamed('Notebook'));
  const open = await anyVisitor(browser, platform);
  await open.goto(`${platform.url}/blog`);
  await expect(listHeading(open)).toHaveText('Blog');

  const build = await remotesCommand(platform, 'publish', 'blog', '--dist', dist);
  expect(build).toMatch(/^[0-9a-f]{7}-[0-9a-f]{8}$/);
  expect(await remotesCommand(platform, 'publish', 'blog', '--dist', dist)).toBe(build);
  await remotesCommand(platform, 'promote', 'blog', build, '--reason', 'A better name');
  await untilRendered(platform.url, 'Notebook', liveWithin);

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

  await remotesCommand(platform, 'rollback', 'blog', '--reason', 'The old name was better');
  await untilRendered(platform.url, 'Blog', liveWithin);
  const history = await remotesCommand(platform, 'history', 'blog', '--json');
  expect(JSON.parse(history).items).toMatchObject([
    { action: 'rolled_back', reason: 'The old name was better' },
    { action: 'promoted', to: build, reason: 'A better name' },
  ]);
});

test('a build that throws in the browser before its first render is replaced by the last good one', async ({
  browser,
  own: { platform },
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

const reading = {
  'rspack.config.mjs': `
    import { remoteConfig } from '@docfolio/federation/rspack.mjs';
    export default remoteConfig({ name: 'reading', directory: import.meta.dirname });`,
  'tsconfig.json': '{ "extends": "../../tsconfig.base.json", "compilerOptions": { "jsx": "react-jsx" } }',
  'src/routes.tsx': `
    import { Link, Route, Routes, useParams } from '@docfolio/federation/router';
    const Shelf = () => <><h1>Books I read</h1><p><Link to="/reading/walden">Walden</Link></p></>;
    const Book = () => <h1>About {useParams().id}</h1>;
    export default function ReadingRoutes() {
      return (
        <Routes>
          <Route path="/reading" element={<Shelf />} />
          <Route path="/reading/:id" element={<Book />} />
        </Routes>
      );
    }`,
  'src/server.ts': `
    export { default as Routes } from './routes.js';
    export const load = async () => ({ status: 200, tags: [] });`,
  'src/pages.json': JSON.stringify([
    {
      ...{ path: '/reading', title: 'Reading list', description: 'Books that changed how I work.' },
      nav: { group: 'Reference', icon: 'bookmark' },
    },
    { path: '/reading/:id', title: 'Book' },
  ]),
};

test('a remote that the platform does not contain has pages, a place in the navigation and the sitemap, until it is rolled back', async ({
  browser,
  own: { platform },
  builds,
}) => {
  const get = (path: string) => fetch(`${platform.url}${path}`);
  const textOf = async (path: string) => (await get(path)).text();
  const untilStatus = (status: number) =>
    expect.poll(async () => (await get('/reading')).status, { intervals: [50], timeout: liveWithin }).toBe(status);
  expect((await get('/reading')).status).toBe(404);

  const dist = await builds.ofNewRemote('reading', reading);
  const build = await remotesCommand(platform, 'publish', 'reading', '--dist', dist);
  await remotesCommand(platform, 'promote', 'reading', build);
  await untilStatus(200);
  const html = await textOf('/reading');
  expect(headingOf(html)).toBe('Books I read');
  expect(html).toMatch(/<title[^>]*>Reading list · /);
  expect(html).toContain('content="Books that changed how I work."');
  expect(await textOf('/sitemap.xml')).toContain('/reading</loc>');

  const page = await newVisitor(browser, platform);
  const failures: string[] = [];
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto('/contact');
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reading list' });
  await entry.click();
  await expect(listHeading(page)).toHaveText('Books I read');
  await expect(page).toHaveTitle(/^Reading list · /);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-answering', 'reading');
  await page.getByRole('link', { name: 'Walden' }).click();
  await expect(listHeading(page)).toHaveText('About walden');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('Main/Reading list/Walden');
  expect(failures).toEqual([]);

  await remotesCommand(platform, 'rollback', 'reading');
  await untilStatus(404);
  await page.goto('/contact');
  await expect(entry).toHaveCount(0);
});

test('a throwing build that is promoted with --auto is rolled back by the platform, from what browsers report', async ({
  browser,
  own: { platform },
  builds,
}) => {
  // For busy machines: it builds the blog and loads about 70 pages.
  test.setTimeout(240_000);
  const before = await history(platform);
  const heading = headingOf(await (await fetch(`${platform.url}/blog`)).text())!;
  const dist = await builds.blog('src/routes.tsx', throwsInBrowser);
  const bad = await remotesCommand(platform, 'publish', 'blog', '--dist', dist);
  // The canary's time is over immediately, but one that fails is not raised.
  await remotesCommand(platform, 'promote', 'blog', bad, '--percent', '10', '--auto', '--every', '0.01');
  const isCanary = async () => (await states(platform)).find(({ name }) => name === 'blog')?.canary?.build === bad;

  /** Opens the blog in new tabs until the rollback. @returns number of tabs that were sent the canary */
  const visit = async (bucket: number): Promise<number> => {
    const context = await browser.newContext({ baseURL: platform.url });
    await context.addCookies([{ name: 'docfolio_bucket', value: String(bucket), url: platform.url }]);
    let canaries = 0;
    for (let visits = 0; visits < maxVisits && (await isCanary()); visits += 1) {
      const page = await context.newPage();
      const response = await page.goto('/blog', { waitUntil: 'commit' });
      if ((await response!.text()).includes(bad)) canaries += 1;
      await page.locator('html[data-answering]').waitFor({ state: 'attached' });
      await expect(listHeading(page)).toHaveText(heading);
      await page.close();
    }
    await context.close();
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

/** Page loads of a visitor after which a rollback is overdue. */
const maxVisits = 100;

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

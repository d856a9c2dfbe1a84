import type { Page } from '@playwright/test';
import { startOwnPlatform } from './support/platform.js';
import { BlogBuilds, remotesCommand } from './support/remote-builds.js';
import { anyVisitor, test as base, expect } from './support/test.js';

type OwnPlatform = Awaited<ReturnType<typeof startOwnPlatform>>;

/** Tests share a platform of their own, because they deploy builds of the blog. */
const test = base.extend<object, { own: OwnPlatform; builds: BlogBuilds }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const own = await startOwnPlatform({ SEED: 'demo' });
      await use(own);
      await own.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  builds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => {
      const builds = new BlogBuilds();
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

/** Returns the ms after which the server renders the heading. */
async function untilRendered(url: string, heading: string): Promise<number> {
  const startedAt = performance.now();
  await expect
    .poll(async () => headingOf(await (await fetch(`${url}/blog`)).text()), { intervals: [50], timeout: liveWithin })
    .toBe(heading);
  return performance.now() - startedAt;
}

const listHeading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a published build is live within 5 s for the next page load, an open page goes on, and a rollback is as quick', async ({
  browser,
  own: { platform },
  builds,
}) => {
  const dist = await builds.build(listPage, renamed('Notebook'));
  const open = await anyVisitor(browser, platform);
  await open.goto(`${platform.url}/blog`);
  await expect(listHeading(open)).toHaveText('Blog');

  const build = await remotesCommand(platform, 'publish', 'blog', '--dist', dist);
  expect(build).toMatch(/^[0-9a-f]{7}-[0-9a-f]{8}$/);
  expect(await remotesCommand(platform, 'publish', 'blog', '--dist', dist)).toBe(build);
  await remotesCommand(platform, 'promote', 'blog', build, '--reason', 'A better name');
  await untilRendered(platform.url, 'Notebook');

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
  await untilRendered(platform.url, 'Blog');
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
  const throws = (source: string) =>
    source.replace(
      'export default function BlogRoutes() {',
      "export default function BlogRoutes() {\n  if (typeof window !== 'undefined') throw new Error('a bug');",
    );
  const good = await remotesCommand(
    platform,
    'publish',
    'blog',
    '--dist',
    await builds.build(listPage, renamed('Good')),
  );
  await remotesCommand(platform, 'promote', 'blog', good);
  await untilRendered(platform.url, 'Good');
  const bad = await remotesCommand(platform, 'publish', 'blog', '--dist', await builds.build('src/routes.tsx', throws));
  await remotesCommand(platform, 'promote', 'blog', bad);
  await untilRendered(platform.url, 'Blog');

  const page = await anyVisitor(browser, platform);
  await page.goto(`${platform.url}/blog`);
  await expect(listHeading(page)).toHaveText('Good');
  await remotesCommand(platform, 'rollback', 'blog');
  await untilRendered(platform.url, 'Good');
});

/** Returns a change of the list page's heading. */
function renamed(heading: string) {
  return (source: string) => source.replace(/(<h1[^>]*>\s*)Blog(\s*<)/, `$1${heading}$2`);
}

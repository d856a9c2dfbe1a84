import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publicPages } from '@docfolio/site-copy/pages';
import type { Browser, Page } from '@playwright/test';
import { FrontEnd } from './support/front-end.js';
import { sizes, themes, useTheme } from './support/look.js';
import { writePost } from './support/owner-api.js';
import { anyVisitor, expect, test, withOwnPlatform } from './support/test.js';

const paths = publicPages.filter(({ description }) => description).map(({ path }) => path);

interface Visit {
  /** Errors and warnings of the console. */
  complaints: string[];
  /** Requests to the gateway. */
  requests: string[];
}

/** Records console messages and gateway requests of a page from its next visit on. */
async function follow(page: Page): Promise<Visit> {
  const visit: Visit = { complaints: [], requests: [] };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') visit.complaints.push(message.text());
  });
  page.on('pageerror', (error) => visit.complaints.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) visit.requests.push(request.url());
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
async function hydrated(page: Page): Promise<void> {
  const isReacts = () =>
    page
      .locator('main h1')
      .first()
      .evaluate((heading) => Object.keys(heading).some((key) => key.startsWith('__react')));
  await expect.poll(isReacts).toBe(true);
  await page.waitForLoadState('networkidle');
}

/** The cumulative layout shift so far. */
const layoutShift = (page: Page) => page.evaluate(() => (globalThis as never as { layoutShift: number }).layoutShift);

async function expectOneHead(page: Page): Promise<void> {
  for (const tag of ['title', 'meta[name="description"]', 'link[rel="canonical"]', 'meta[property="og:title"]']) {
    await expect(page.locator(`head ${tag}`), tag).toHaveCount(1);
  }
}

const isServerRendered = (page: Page) =>
  page.locator('#page-state').evaluate((block) => 'queries' in JSON.parse(block.textContent ?? '{}'));

test.describe('a server-rendered page is hydrated', () => {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      test(`without a console message, a request or a layout shift, ${size}, ${theme}`, async ({
        browser,
        owner,
        platform,
        request,
      }) => {
        test.setTimeout(120_000);
        // A post of its own: other tests leave posts without their images.
        const slug = `hydrated-${size}-${theme}`;
        await writePost(owner, { title: 'A hydrated post', slug, category: 'Mobile' });
        for (const path of [...paths, '/blog?page=2', '/blog?category=Mobile', `/blog/${slug}`]) {
          // The first rendering of a page may exceed its time limit on a busy machine; the browser renders it then.
          await request.get(path);
          const page = await anyVisitor(browser, platform, { viewport });
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
      });
    }
  }

  test('with a collapsed sidebar', async ({ browser, platform }) => {
    const page = await anyVisitor(browser, platform);
    await page.context().addCookies([{ name: 'sidebar_state', value: 'collapsed', url: platform.url }]);
    const visit = await follow(page);
    await page.goto('/blog');
    await hydrated(page);
    expect(visit).toEqual({ complaints: [], requests: [] });
    await page.context().close();
  });

  test('and has one head, also on each page visited from there', async ({ page }) => {
    await page.goto('/blog');
    await hydrated(page);
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
    await expect(page).toHaveTitle(/^Contact · /);
    await expectOneHead(page);
    await page.goBack();
    await expect(page).toHaveTitle(/^Blog · /);
    await expectOneHead(page);
  });
});

test.describe('without JavaScript', () => {
  const reader = (browser: Browser, platform: { url: string }) =>
    anyVisitor(browser, platform, { javaScriptEnabled: false });

  test('the blog can be read and paged', async ({ browser, platform }) => {
    const page = await reader(browser, platform);
    await page.goto('/blog');
    const titles = page.locator('main [aria-label="Posts"]').getByRole('heading', { level: 2 });
    await expect(titles).toHaveCount(9);
    const first = await titles.first().textContent();
    await page
      .getByRole('navigation', { name: 'Pages of posts' })
      .getByRole('link', { name: /^(Page )?2$/ })
      .click();
    await expect(page).toHaveURL(/page=2$/);
    await expect(titles.first()).not.toHaveText(String(first));
    await page.goBack();
    await titles
      .first()
      .getByRole('link')
      .or(page.getByRole('link', { name: String(first) }))
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: String(first) })).toBeVisible();
    await expect(page.locator('article p').first()).toBeVisible();
    await page.context().close();
  });

  test('every page has its heading, its links and its styles', async ({ browser, platform }) => {
    const page = await reader(browser, platform);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Blog', exact: true }).first()).toBeVisible();
      await expect(page.locator('body > noscript')).toHaveCount(0);
      expect(await page.locator('main').evaluate((main) => getComputedStyle(main).paddingLeft)).toBe('64px');
    }
    await page.context().close();
  });
});

test.describe('the status of a page', () => {
  test('is 404 for an unknown page and 301 for a moved one', async ({ owner, request }) => {
    expect((await request.get('/nowhere')).status()).toBe(404);
    expect((await request.get('/blog/nobody-wrote-this')).status()).toBe(404);
    const post = await writePost(owner, { title: 'A moving post', slug: 'before-the-move' });
    expect((await request.get('/blog/before-the-move')).status()).toBe(200);
    await owner.send('PATCH', `/posts/${post.id}`, { slug: 'after-the-move', version: post.version });
    const moved = await request.get('/blog/before-the-move', { maxRedirects: 0 });
    expect([moved.status(), moved.headers().location]).toEqual([301, '/blog/after-the-move']);
  });

  test('is that of the edited page for the next visitor after an edit is published', { tag: '@replicas' }, async ({
    owner,
    request,
  }) => {
    const post = await writePost(owner, { title: 'Before the edit', slug: 'an-edited-post' });
    for (let visit = 0; visit < 3; visit += 1) {
      expect(await (await request.get('/blog/an-edited-post')).text()).toContain('Before the edit</h1>');
    }
    await owner.send('PATCH', `/posts/${post.id}`, { title: 'After the edit', version: post.version });
    const text = async () => (await request.get('/blog/an-edited-post')).text();
    await expect.poll(text, { intervals: [20] }).toContain('After the edit</h1>');
  });

  test('is 503 with Retry-After while the gateway is down, and Retry works once it is up', {
    tag: '@replicas',
  }, async ({ browser, platform }) => {
    const proxy = await startSwitchableProxy(platform.url);
    const frontEnd = await FrontEnd.start(platform, proxy.url);
    try {
      proxy.isDown = true;
      const page = await anyVisitor(browser, frontEnd);
      const answer = await page.goto('/blog');
      expect([answer?.status(), Number(answer?.headers()['retry-after']) > 0]).toEqual([503, true]);
      const retry = page.getByRole('button', { name: 'Retry' });
      await expect(retry).toBeVisible();
      proxy.isDown = false;
      await retry.click();
      await expect(page.getByRole('navigation', { name: 'Pages of posts' })).toBeVisible();
      await page.context().close();
    } finally {
      await frontEnd.stop();
      proxy.server.close();
    }
  });
});

test.describe('a remote', () => {
  test('is rendered by the deployed build, without a restart', async ({ platform, request }) => {
    const frontEnd = await FrontEnd.start(platform);
    try {
      const text = async () => (await request.get(`${frontEnd.url}/contact`)).text();
      expect(await text()).toContain('<h1');
      await frontEnd.replaceServerBuild('site', (code) => code.replaceAll('Send inquiry', 'Deployed inquiry'));
      expect(await text()).toContain('Deployed inquiry');
    } finally {
      await frontEnd.stop();
    }
  });

  test('whose server build throws is rendered by the browser', async ({ platform, page }) => {
    const frontEnd = await FrontEnd.start(platform);
    try {
      await frontEnd.replaceServerBuild('site', () => 'throw new Error("a broken build")');
      const answer = await page.goto(`${frontEnd.url}/contact`);
      expect(answer?.status()).toBe(200);
      expect(await isServerRendered(page)).toBe(false);
      await expect(page.getByLabel('Message', { exact: true })).toBeVisible();
      await expectOneHead(page);
    } finally {
      await frontEnd.stop();
    }
  });

  // On a platform of its own: one more row of categories than expected would push the posts down.
  test('that the browser renders with late data causes no layout shift', async ({ browser }) => {
    test.setTimeout(120_000);
    await withOwnPlatform(
      async (platform) => {
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
      },
      { SEED: 'demo' },
    );
  });
});

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

/** A proxy of a gateway that drops every connection while `isDown`. */
async function startSwitchableProxy(behind: string): Promise<{ url: string; server: Server; isDown: boolean }> {
  const state = { isDown: false, url: '', server: undefined as never as Server };
  state.server = createServer(async (incoming, response) => {
    if (state.isDown) return void response.destroy();
    const answer = await fetch(new URL(String(incoming.url), behind));
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => state.server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(state.server.address() as AddressInfo).port}`;
  return state;
}

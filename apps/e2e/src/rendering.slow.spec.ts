/**
 * Server rendering of each page in each size and theme, and of failing builds and gateways.
 * @subject apps/web/src/rendering apps/shell/src
 * @everyday apps/e2e/src/rendering.spec.ts
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publicPages } from '@docfolio/site-copy/pages';
import type { Browser } from '@playwright/test';
import { FrontEnd } from './support/front-end.js';
import { expectCleanHydration, expectOneHead, follow, hydrated, isServerRendered } from './support/hydration.js';
import { sizes, themes } from './support/look.js';
import { writePost } from './support/owner-api.js';
import { anyVisitor, expect, test } from './support/test.js';

const paths = publicPages.filter(({ description }) => description).map(({ path }) => path);

test.describe('a server-rendered page is hydrated', () => {
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const theme of themes) {
      test(`without a console message, a request or a layout shift, ${size}, ${theme}`, async ({
        browser,
        owner,
        platform,
      }) => {
        // A post of its own: other tests leave posts without their images.
        const slug = `hydrated-${size}-${theme}`;
        await writePost(owner, { title: 'A hydrated post', slug, category: 'Mobile' });
        for (const path of [...paths, '/blog?page=2', '/blog?category=Mobile', `/blog/${slug}`]) {
          await expectCleanHydration(browser, platform, path, { theme, viewport });
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
});

test.describe('without JavaScript', () => {
  const reader = (browser: Browser, platform: { url: string }) =>
    anyVisitor(browser, platform, { javaScriptEnabled: false });

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
});

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

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../platform.mjs';
import { median } from '../report.mjs';
import { withBrowser } from './browser.mjs';

const runs = 7;
const startLimit = 60_000;
const password = 'correct-horse-battery-9';

/** A desktop as it is, and a phone as Lighthouse imitates it. */
const devices = {
  desktop: { viewport: { width: 1440, height: 900 }, slowdown: 1, network: undefined },
  phone: {
    viewport: { width: 390, height: 844 },
    slowdown: 4,
    network: { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 },
  },
};

/**
 * Largest Contentful Paint of list and post beside Ghost's, with the posts of the feed and an empty cache, alternately. The
 * rows are differences: below 0 is ahead.
 * @param {import('../platform.mjs').BenchPlatform} platform with the demo posts
 * @param {string} ghostDir folder of the unpacked package `ghost` with its dependencies installed
 * @param {string} dataDir folder for Ghost's data
 */
export async function lcp(platform, ghostDir, dataDir) {
  const ghost = await startGhost(ghostDir, join(dataDir, 'ghost'));
  try {
    const posts = await postsOf(platform.url);
    await publish(ghost.url, posts);
    const longest = posts.reduce((a, b) => (b.content_html.length > a.content_html.length ? b : a));
    const slug = longest.url.split('/').at(-1);
    const pages = {
      list: { own: `${platform.url}/blog`, other: `${ghost.url}/` },
      post: { own: `${platform.url}/blog/${slug}`, other: `${ghost.url}/${slug}/` },
    };
    return await withBrowser(async (browser) => {
      const rows = [];
      for (const [device, settings] of Object.entries(devices)) {
        for (const [name, { own, other }] of Object.entries(pages)) {
          const times = { own: /** @type {number[]} */ ([]), other: /** @type {number[]} */ ([]) };
          // The first visit of each fills the caches of the servers.
          for (let run = -1; run < runs; run += 1) {
            const ownTime = await lcpOf(browser, own, settings);
            const otherTime = await lcpOf(browser, other, settings);
            if (run < 0) continue;
            times.own.push(ownTime);
            times.other.push(otherTime);
          }
          rows.push({
            row: `lcp-${name}-${device}`,
            runs: times.own.map((time, run) => time - times.other[run]),
            note: `${median(times.own).toFixed(0)} ms, Ghost ${median(times.other).toFixed(0)} ms`,
          });
        }
      }
      return rows;
    });
  } finally {
    await ghost.stop();
  }
}

/**
 * Returns the LCP in ms, as it is when the page is loaded and has been quiet for half a second.
 * @param {import('@playwright/test').Browser} browser @param {string} address
 * @param {(typeof devices)['desktop' | 'phone']} settings
 */
async function lcpOf(browser, address, { viewport, slowdown, network }) {
  const context = await browser.newContext({ viewport });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    if (network) await client.send('Network.emulateNetworkConditions', network);
    await page.goto(address, { waitUntil: 'networkidle' });
    return await page.evaluate(
      () =>
        new Promise((/** @type {(ms: number) => void} */ resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          });
        }),
    );
  } finally {
    await context.close();
  }
}

/**
 * Returns the posts of the feed, the oldest first.
 * @param {string} url @returns {Promise<{ title: string, url: string, content_html: string }[]>}
 */
async function postsOf(url) {
  const feed = await (await fetch(`${url}/feed.json`)).json();
  return feed.items.reverse();
}

/** Starts Ghost with SQLite. @param {string} dir @param {string} data */
async function startGhost(dir, data) {
  await mkdir(data, { recursive: true });
  await cp(join(dir, 'content'), join(data, 'content'), { recursive: true });
  await mkdir(join(data, 'content/data'), { recursive: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['index.js'], {
    cwd: dir,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      url,
      server__port: String(port),
      server__host: '127.0.0.1',
      database__client: 'sqlite3',
      database__connection__filename: join(data, 'ghost.db'),
      database__useNullAsDefault: 'true',
      paths__contentPath: join(data, 'content'),
      privacy__useUpdateCheck: 'false',
      privacy__useGravatar: 'false',
      mail__transport: 'stub',
      logging__transports: '["stdout"]',
    },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const deadline = performance.now() + startLimit;
  while (
    !(await fetch(url).then(
      ({ status }) => status === 200,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`Ghost ended with code ${child.exitCode}`);
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`Ghost is not ready after ${startLimit / 1000} s`);
    }
    await delay(200);
  }
  return { url, stop };
}

/** Creates Ghost's owner and publishes the posts. @param {string} url @param {Awaited<ReturnType<typeof postsOf>>} posts */
async function publish(url, posts) {
  const api = `${url}/ghost/api/admin`;
  /** @type {Record<string, string>} */
  const headers = { 'content-type': 'application/json', origin: url, 'accept-version': 'v5.0' };
  const send = async (/** @type {string} */ path, /** @type {unknown} */ body) => {
    const response = await fetch(`${api}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`Ghost: ${path} ${response.status} ${await response.text()}`);
    return response;
  };
  const owner = { name: 'Owner', email: 'owner@example.com', password, blogTitle: 'Docfolio' };
  await send('authentication/setup/', { setup: [owner] });
  const session = await send('session/', { username: owner.email, password });
  headers.cookie = session.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  // Ghost responds before it has stored the session.
  const deadline = performance.now() + startLimit;
  while (!(await fetch(`${api}/users/me/`, { headers })).ok) {
    if (performance.now() > deadline) throw new Error('Ghost: the session is not accepted');
    await delay(100);
  }
  for (const { title, url: address, content_html } of posts) {
    const post = { title, slug: address.split('/').at(-1), html: content_html, status: 'published' };
    await send('posts/?source=html', { posts: [post] });
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../../chromium.mjs';

const runs = 3;
const paths = ['/', '/contact', '/blog'];

/** @param {(browser: import('@playwright/test').Browser) => Promise<import('../report.mjs').Measured[]>} work */
export async function withBrowser(work) {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/**
 * Counts the bytes of scripts as they are sent, headers excluded, until the page is idle.
 * @param {import('@playwright/test').Page} page
 */
async function countScripts(page) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const scripts = new Set();
  let bytes = 0;
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) scripts.add(requestId);
  });
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes / 1024;
}

/**
 * Returns a size once it has not grown for a second. The network is never idle, because of the CRM's live updates.
 * @param {() => number} size
 */
async function settled(size) {
  for (let last = -1; ; ) {
    const now = size();
    if (now === last) return now;
    last = now;
    await delay(1_000);
  }
}

/** JavaScript of a first visit with an empty cache. @param {import('../platform.mjs').BenchPlatform} platform */
export function firstVisits(platform) {
  return withBrowser(async (browser) => {
    /** @type {Record<string, number>} */
    const byPath = {};
    for (const path of paths) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      const kilobytes = await countScripts(page);
      await page.goto(`${platform.url}${path}`, { waitUntil: 'networkidle' });
      byPath[path] = kilobytes();
      await context.close();
    }
    const note = paths.map((path) => `${path} ${byPath[path].toFixed(1)}`).join(', ');
    return [{ row: 'first-visit', runs: [Math.max(...Object.values(byPath))], note }];
  });
}

/**
 * The CRM's list of leads, opened by its address with an empty cache and a session that exists: JavaScript, and
 * time until the first row.
 * @param {import('../platform.mjs').BenchPlatform} platform
 */
export function coldLeads(platform) {
  return withBrowser(async (browser) => {
    const times = [];
    const sizes = [];
    for (let run = 0; run < runs; run += 1) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        storageState: await signedIn(platform),
      });
      const page = await context.newPage();
      const kilobytes = await countScripts(page);
      const began = performance.now();
      await page.goto(`${platform.url}/admin/leads`, { waitUntil: 'commit' });
      await page.locator('[data-row]').first().waitFor();
      times.push((performance.now() - began) / 1000);
      sizes.push(await settled(kilobytes));
      await context.close();
    }
    return [
      { row: 'crm-js', runs: sizes },
      { row: 'crm-first-row', runs: times },
    ];
  });
}

/** Returns the browser's storage as the sign-in page leaves it. @param {import('../platform.mjs').BenchPlatform} platform */
async function signedIn(platform) {
  const session = await platform.openSession();
  const record = {
    id: crypto.randomUUID(),
    event: 'SIGNED_IN',
    expires_at_local: Date.now() + session.expires_in * 1000,
    session,
  };
  const localStorage = [{ name: 'docfolio.session', value: JSON.stringify(record) }];
  return { cookies: [], origins: [{ origin: platform.url, localStorage }] };
}

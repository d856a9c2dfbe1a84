import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '@docfolio/local/platform';

/**
 * Runs `work` against the built platform with demo records, in a temporary folder.
 * @param {(platform: import('@docfolio/local/platform').Platform, url: string) => Promise<void>} work `url` is on
 * localhost, the only host from which browsers accept brotli without HTTPS
 * @param {Record<string, string>} env
 */
export async function withDemoSite(work, env = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-bench-'));
  const platform = await startPlatform({
    dataDir,
    env: {
      SEED: 'demo',
      RATE_LIMIT: 'off',
      ALLOW_NO_LIMITS: 'development',
      SMTP_URL: '',
      ADMIN_EMAIL: 'owner@example.com',
      ADMIN_PASSWORD: 'correct-horse-battery',
      ...env,
    },
  });
  try {
    await work(platform, platform.url.replace('127.0.0.1', 'localhost'));
  } finally {
    await platform.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns the slug of the post with the longest reading time. @param {string} url origin of the site */
export async function longestPost(url) {
  const posts = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await (await fetch(`${url}/api/v1/posts?page=${page}`)).json();
    posts.push(...items);
    if (posts.length >= total || items.length === 0) break;
  }
  if (posts.length === 0) throw new Error('There are no posts to measure');
  const minutes = (/** @type {{ read_time: string }} */ { read_time }) => Number.parseInt(read_time, 10);
  return posts.reduce((longest, post) => (minutes(post) > minutes(longest) ? post : longest)).slug;
}

/** @param {number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BenchPlatform } from './platform.mjs';

/**
 * Runs `work` with a temporary data folder, which is removed afterwards.
 * @template Result
 * @param {(dataDir: string) => Promise<Result>} work
 */
export async function withDataDir(work) {
  const dataDir = await mkdtemp(join(tmpdir(), 'docfolio-bench-'));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Runs `work` against the built platform with demo records.
 * @template Result
 * @param {(platform: BenchPlatform) => Promise<Result>} work
 */
export function withDemoSite(work) {
  return withDataDir(async (dataDir) => {
    const platform = await BenchPlatform.start(dataDir, { SEED: 'demo' });
    try {
      return await work(platform);
    } finally {
      await platform.stop();
    }
  });
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

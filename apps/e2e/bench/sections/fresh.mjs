import { cacheChannel, cacheSequenceKey } from '@docfolio/contracts/cache';
import { Redis } from 'ioredis';
import { request } from '../http.mjs';
import { sumOf } from '../processes.mjs';
import { mediansByName } from '../report.mjs';
import { longestPost } from '../site.mjs';

const passes = 5;
const requests = 20;

/**
 * CPU per read of which nothing is cached: before each one, an invalidation of posts and comments is published.
 * @param {import('../platform.mjs').BenchPlatform} platform
 */
export async function fresh(platform) {
  const slug = await longestPost(platform.url);
  return measureFresh(platform, {
    'fresh-post': `/blog/${slug}`,
    'fresh-list': '/blog',
    'fresh-api-list': '/api/v1/posts',
  });
}

/** @param {import('../platform.mjs').BenchPlatform} platform @param {Record<string, string>} targets paths by row */
export async function measureFresh(platform, targets) {
  const invalidations = await connectInvalidations(platform.connection.REDIS_URL);
  /** @type {Record<string, Record<string, number>[]>} */
  const costs = Object.fromEntries(Object.keys(targets).map((row) => [row, []]));
  try {
    // The first passes warm up.
    for (let pass = -2; pass < passes; pass += 1) {
      for (const [row, path] of Object.entries(targets)) {
        const cost = await platform.cpuOf(async () => {
          for (let count = 0; count < requests; count += 1) {
            await invalidations.publish();
            await request(`${platform.url}${path}`);
          }
        });
        if (pass >= 0)
          costs[row].push(Object.fromEntries(Object.entries(cost).map(([name, ms]) => [name, ms / requests])));
      }
    }
  } finally {
    await invalidations.close();
  }
  return Object.entries(costs).map(([row, all]) => ({ row, runs: all.map(sumOf), detail: mediansByName(all) }));
}

/** @param {string} url */
async function connectInvalidations(url) {
  const [publisher, subscriber] = [new Redis(url), new Redis(url)];
  await subscriber.subscribe(cacheChannel);
  return {
    /** Publishes an invalidation as a write does. Redis has sent it to all caches when it arrives here, too. */
    publish: async () => {
      const sequence = await publisher.incr(cacheSequenceKey);
      const received = new Promise((resolve) => subscriber.once('message', resolve));
      await publisher.publish(cacheChannel, JSON.stringify({ sequence, tags: ['posts', 'comments'] }));
      await received;
    },
    close: () => Promise.all([publisher.quit(), subscriber.quit()]),
  };
}

import { cacheChannel, cacheSequenceKey } from '@docfolio/contracts/core/cache';
import { Redis } from 'ioredis';
import { request } from '../http.mjs';
import { sumOf } from '../processes.mjs';
import { mediansByName } from '../report.mjs';
import { longestPost } from '../site.mjs';

const passes = 5;
const requests = 20;
const edits = 5;
/** ms per window in which the platform has to be quiet after an edit. */
const quietAfterEdit = 100;

/**
 * CPU per read of which nothing is cached: after an invalidation of posts and comments that changes no data, and after
 * an edit, which changes the page.
 * @param {import('../platform.mjs').BenchPlatform} platform
 */
export async function fresh(platform) {
  const slug = await longestPost(platform.url);
  return [
    ...(await measureFresh(platform, {
      'fresh-post': `/blog/${slug}`,
      'fresh-list': '/blog',
      'fresh-api-list': '/api/v1/posts',
    })),
    ...(await measureEdited(platform, slug)),
  ];
}

/**
 * Measures the first read of a page after an edit, without the edit itself: each read begins when the platform is quiet.
 * @param {import('../platform.mjs').BenchPlatform} platform @param {string} slug
 */
async function measureEdited(platform, slug) {
  const posts = `${platform.url}/api/v1/admin/posts`;
  const { access_token } = await platform.openSession();
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const { items } = JSON.parse((await request(`${platform.url}/api/v1/posts`)).text);
  const { post: longest } = JSON.parse((await request(`${platform.url}/api/v1/posts/${slug}/page`)).text);
  const targets = [
    { row: 'edited-post', path: `/blog/${slug}`, id: longest.id },
    { row: 'edited-list', path: '/blog', id: items[0].id },
  ];
  const measured = [];
  for (const { row, path, id } of targets) {
    const original = JSON.parse((await request(`${posts}/${id}`, { headers })).text);
    let { version } = original;
    const edit = async (/** @type {object} */ changes) => {
      const body = JSON.stringify({ version, ...changes });
      ({ version } = JSON.parse((await request(`${posts}/${id}`, { method: 'PATCH', headers, body })).text));
    };
    /** @type {Record<string, number>[]} */
    const costs = [];
    // The first passes warm up.
    for (let pass = -2; pass < passes; pass += 1) {
      /** @type {Record<string, number>} */
      const sum = {};
      for (let count = 0; count < edits; count += 1) {
        const title = `${original.title} ${pass} ${count}`;
        await edit({ title, content: `${original.content}\n\n${title}` });
        await platform.settle(quietAfterEdit);
        const cost = await platform.cpuOf(async () => {
          const { text } = await request(`${platform.url}${path}`);
          if (!text.includes(title)) throw new Error(`${path} does not contain the edited title`);
        });
        for (const [name, ms] of Object.entries(cost)) sum[name] = (sum[name] ?? 0) + ms / edits;
      }
      if (pass >= 0) costs.push(sum);
    }
    const { title, content } = original;
    await edit({ title, content });
    measured.push({ row, runs: costs.map(sumOf), detail: mediansByName(costs) });
  }
  await platform.settle();
  return measured;
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

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from '../http.mjs';
import { root } from '../platform.mjs';
import { median, percentile, shortNumber } from '../report.mjs';
import { longestPost } from '../site.mjs';
import { coldLeads } from './browser.mjs';
import { measureFresh } from './fresh.mjs';

/** Word in the excerpt of every post that `npm run docfolio -- seed --posts N` makes. */
const commonWord = 'invented';
const passes = 5;
const calls = 100;

/** Queries of the leads list by row; searches with few, some and many matches, and with none. */
const leadQueries = {
  'leads-list': ['', '?limit=100', '?sort=name'],
  'leads-search': ['studio', 'okafor', 'example', 'ma', 'zzyzx'].map((search) => `?search=${search}`),
  'leads-filter': ['?status=qualified', '?source=services', '?status=qualified&source=services', '?spam=only'],
};

/**
 * Fills the databases of a running platform with made-up records up to these numbers.
 * @param {import('../platform.mjs').BenchPlatform} platform @param {Record<string, number>} sizes by kind
 */
async function fill(platform, sizes) {
  const flags = Object.entries(sizes).flatMap(([kind, size]) => [`--${kind}`, String(size)]);
  await promisify(execFile)(process.execPath, [join(root, 'infra/local/bootstrap.mjs'), 'docfolio', 'seed', ...flags], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', DATA_DIR: platform.dataDir },
  });
  await platform.settle();
}

/** CPU per uncached read with 5,000 posts. @param {import('../platform.mjs').BenchPlatform} platform */
export async function posts(platform) {
  await fill(platform, { posts: 5_000 });
  return measurePosts(platform);
}

/** @param {import('../platform.mjs').BenchPlatform} platform */
async function measurePosts(platform) {
  return measureFresh(platform, {
    categories: '/api/v1/categories',
    search: `/api/v1/posts?search=${commonWord}`,
    'list-5000': '/blog',
    'api-list-5000': '/api/v1/posts',
    'post-5000': `/blog/${await longestPost(platform.url)}`,
  });
}

/** Response times of an admin's lead lists with 100,000 leads. @param {import('../platform.mjs').BenchPlatform} platform */
export async function leads(platform) {
  await fill(platform, { leads: 100_000 });
  return [...(await measureLeads(platform)), ...(await coldLeads(platform))];
}

/** @param {import('../platform.mjs').BenchPlatform} platform */
async function measureLeads(platform) {
  const headers = { authorization: `Bearer ${(await platform.openSession()).access_token}` };
  const measured = [];
  for (const [row, queries] of Object.entries(leadQueries)) {
    /** @type {{ p50: number, p99: number }[]} */
    const runs = [];
    // The first pass warms up.
    for (let pass = -1; pass < passes; pass += 1) {
      const times = [];
      for (let call = 0; call < calls; call += 1) {
        const began = performance.now();
        await request(`${platform.url}/api/v1/admin/leads${queries[call % queries.length]}`, { headers });
        times.push(performance.now() - began);
      }
      if (pass >= 0) runs.push({ p50: median(times), p99: percentile(times, 0.99) });
    }
    const p50 = median(runs.map((run) => run.p50));
    measured.push({ row, runs: runs.map(({ p99 }) => p99), note: `p50 ${shortNumber(p50)} ms` });
  }
  return measured;
}

/**
 * The same reads on growing databases: 60 and 5,000 posts, 1,000 to 1,000,000 leads. The last ones take long to insert.
 * @param {import('../platform.mjs').BenchPlatform} platform with the 60 demo posts
 */
export async function scaling(platform) {
  const measured = [];
  /** @param {number} size @param {import('../report.mjs').Measured[]} all */
  const add = (size, all) =>
    measured.push(...all.map(({ row, ...rest }) => ({ ...rest, row: `${row.replace('-5000', '')}-at-${size}` })));
  add(60, await measurePosts(platform));
  await fill(platform, { posts: 5_000 });
  add(5_000, await measurePosts(platform));
  for (const size of [1_000, 100_000, 1_000_000]) {
    await fill(platform, { leads: size });
    add(size, await measureLeads(platform));
  }
  return measured;
}

// `npm run bench -- e2e`: CPU milliseconds per request by process, for docs/deploy.md. Medians of RUNS runs (3) on the
// built platform with demo records, and the memory of each process.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheChannel, cacheSequenceKey } from '@docfolio/contracts/cache';
import { Redis } from 'ioredis';
import { cpuOf, memoryOf } from './cpu.mjs';
import { longestPost, median, withDemoSite } from './site.mjs';

const runs = Number(process.env.RUNS ?? 3);
const lanes = 8;

await withDemoSite(async (platform) => {
  const { url } = platform;
  const redis = new Redis(platform.connection.REDIS_URL ?? '');
  const slug = await longestPost(url);
  const token = await signIn(url);
  const authorised = { headers: { authorization: `Bearer ${token}` } };
  const names = Object.keys(platform.pids());
  const memoryAtStart = memory(platform);

  /** @type {[string, number, (count: number) => Promise<unknown>][]} kind of request, number per run, sends one */
  const work = [
    ['page, cached', 2000, () => get(`${url}/blog`)],
    ['public API, cached', 2000, () => get(`${url}/api/v1/posts`)],
    ['public API, search', 200, () => get(`${url}/api/v1/posts?search=${randomUUID().slice(0, 8)}`)],
    ['page, rendered', 60, () => invalidate(redis).then(() => get(`${url}/blog/${slug}`))],
    ['contact form, 2 emails', 200, () => submit(url)],
    ['CRM list of leads', 200, () => get(`${url}/api/v1/admin/leads`, authorised)],
  ];
  print(['CPU ms a request', ...names, 'all']);
  for (const [what, count, one] of work) {
    await repeat(Math.ceil(count / 10), one);
    const costs = [];
    for (let run = 0; run < runs; run += 1) {
      const before = cpuByName(platform);
      await repeat(count, one);
      await emailsWritten(platform);
      const after = cpuByName(platform);
      costs.push(names.map((name) => (after[name] - before[name]) / 1000 / count));
    }
    const medians = names.map((_, index) => median(costs.map((run) => run[index])));
    print([what, ...[...medians, medians.reduce((sum, cost) => sum + cost, 0)].map((ms) => ms.toFixed(2))]);
  }
  const memoryAtEnd = memory(platform);
  print(['MiB after start', ...names.map((name) => memoryAtStart[name].toFixed(0)), total(memoryAtStart)]);
  print(['MiB after all this', ...names.map((name) => memoryAtEnd[name].toFixed(0)), total(memoryAtEnd)]);
  await redis.quit();
});

/** @param {string[]} cells */
function print([head, ...cells]) {
  console.log(head.padEnd(24) + cells.map((cell) => cell.padStart(14)).join(''));
}

/** @param {Record<string, number>} byName */
function total(byName) {
  return Object.values(byName)
    .reduce((sum, value) => sum + value, 0)
    .toFixed(0);
}

/** Returns CPU microseconds by process name. @param {import('@docfolio/local/platform').Platform} platform */
function cpuByName(platform) {
  return Object.fromEntries(Object.entries(platform.pids()).map(([name, pid]) => [name, cpuOf([pid])]));
}

/** @param {import('@docfolio/local/platform').Platform} platform */
function memory(platform) {
  return Object.fromEntries(Object.entries(platform.pids()).map(([name, pid]) => [name, memoryOf(pid)]));
}

/** @param {number} count @param {(count: number) => Promise<unknown>} one */
async function repeat(count, one) {
  let left = count;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await one(left);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** @param {string} address @param {RequestInit} [init] */
async function get(address, init) {
  const response = await fetch(address, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
}

/** Sends a contact form. @param {string} url of the site */
async function submit(url) {
  await get(`${url}/api/v1/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ name: 'Ada Example', email: 'ada@example.com', message: 'A message.', source: 'contact' }),
  });
}

/** @param {string} url */
async function signIn(url) {
  const response = await fetch(`${url}/api/v1/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'correct-horse-battery' }),
  });
  return (await response.json()).access_token;
}

/** Waits until no email has been written for a second: they are sent after the response. */
async function emailsWritten({ dataDir }) {
  const folder = join(dataDir, 'mail');
  const count = () => (existsSync(folder) ? readdirSync(folder).length : 0);
  for (let before = -1; before !== count(); await delay(1000)) before = count();
}

/** Publishes an invalidation of posts and comments. @param {Redis} redis */
async function invalidate(redis) {
  const sequence = await redis.incr(cacheSequenceKey);
  await redis.publish(cacheChannel, JSON.stringify({ sequence, tags: ['posts', 'comments'] }));
}

// `npm run bench -- e2e`: measures public reads of the built platform with demo records, cached and rendered. Prints
// CPU microseconds per request of all processes together, and those of a bare Node server that returns the same bytes,
// as a measure of the machine. The platform runs on core 0, the load on core 1 (taskset). Medians of RUNS runs (5).
import { execFileSync, spawn } from 'node:child_process';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { cacheChannel, cacheSequenceKey } from '@docfolio/contracts/cache';
import autocannon from 'autocannon';
import { Redis } from 'ioredis';
import { cpuOf } from './cpu.mjs';
import { longestPost, median, withDemoSite } from './site.mjs';

const runs = Number(process.env.RUNS ?? 5);
const seconds = Number(process.env.SECONDS ?? 4);
const connections = 16;
const fresh = 60;

await withDemoSite(async (platform) => {
  pin(Object.values(platform.pids()), 0);
  pin([process.pid], 1);
  const { url } = platform;
  const slug = await longestPost(url);
  const redis = new Redis(platform.connection.REDIS_URL ?? '');
  const targets = {
    'API list': '/api/v1/posts',
    'API post': `/api/v1/posts/${slug}`,
    'page list': '/blog',
    'page post': `/blog/${slug}`,
  };
  console.log(
    `${'answer'.padEnd(22)} ${['req/s', 'p50 ms', 'p99 ms', 'CPU us', 'bare us', 'ratio'].map((head) => head.padStart(9)).join('')}`,
  );
  for (const [name, path] of Object.entries(targets)) {
    const body = await bytesOf(`${url}${path}`);
    const bare = await withBareServer(body, (address, pid) => repeat(() => load(address, () => cpuOf([pid]))));
    const kept = await repeat(() => load(`${url}${path}`, () => cpuOf(Object.values(platform.pids()))));
    print(`${name}, kept`, kept, bare.cpu);
    const made = await repeat(() => oneByOne(platform, `${url}${path}`, () => announce(redis)));
    print(`${name}, made anew`, made, bare.cpu);
  }
  await redis.quit();
});

/** @param {string} name @param {Figures} figures @param {number} bare */
function print(name, { rate, p50, p99, cpu }, bare) {
  const cells = [
    rate.toFixed(0),
    p50.toFixed(2),
    p99.toFixed(2),
    cpu.toFixed(0),
    bare.toFixed(0),
    (cpu / bare).toFixed(1),
  ];
  console.log(`${name.padEnd(22)} ${cells.map((cell) => cell.padStart(9)).join('')}`);
}

/** @typedef {{ rate: number, p50: number, p99: number, cpu: number }} Figures requests/s, ms, ms, CPU us per request */

/** @param {() => Promise<Figures>} measure @returns {Promise<Figures>} */
async function repeat(measure) {
  const all = [];
  for (let run = 0; run < runs; run += 1) all.push(await measure());
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((figures) => figures[key]))]));
}

/**
 * Requests a URL over `connections` for `seconds`.
 * @param {string} url @param {() => number} cpu CPU time used so far @returns {Promise<Figures>}
 */
async function load(url, cpu) {
  const headers = { 'accept-encoding': 'br' };
  await autocannon({ url, connections, duration: 1, headers });
  const before = cpu();
  const { requests, latency, non2xx, errors } = await autocannon({ url, connections, duration: seconds, headers });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} other than 2xx, ${errors} errors`);
  return { rate: requests.average, p50: latency.p50, p99: latency.p99, cpu: (cpu() - before) / requests.total };
}

/**
 * Sends one request at a time, each after an invalidation, so that no response is cached.
 * @param {import('@docfolio/local/platform').Platform} platform @param {string} url
 * @param {() => Promise<void>} invalidate @returns {Promise<Figures>}
 */
async function oneByOne(platform, url, invalidate) {
  const times = [];
  const before = cpuOf(Object.values(platform.pids()));
  const started = performance.now();
  for (let count = 0; count < fresh; count += 1) {
    await invalidate();
    // Time to receive the invalidation, which processes do not acknowledge.
    await delay(5);
    const sent = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    times.push(performance.now() - sent);
  }
  const rate = (fresh / (performance.now() - started)) * 1000;
  const sorted = times.sort((a, b) => a - b);
  return {
    rate,
    p50: median(sorted),
    p99: sorted[Math.floor(sorted.length * 0.99)],
    cpu: (cpuOf(Object.values(platform.pids())) - before) / fresh,
  };
}

/** Publishes an invalidation of posts and comments, as a write to them does. @param {Redis} redis */
async function announce(redis) {
  const sequence = await redis.incr(cacheSequenceKey);
  await redis.publish(cacheChannel, JSON.stringify({ sequence, tags: ['posts', 'comments'] }));
}

/** @param {string} url @returns {Promise<Buffer>} the body as sent to a browser, with brotli */
async function bytesOf(url) {
  const { promise, resolve, reject } = withResolvers();
  http
    .get(url, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve(Buffer.concat(chunks));
    })
    .on('error', reject);
  return promise;
}

/**
 * Runs `work` with address and process id of a bare Node server that responds with `body`.
 * @template T
 * @param {Buffer} body @param {(address: string, pid: number) => Promise<T>} work
 */
async function withBareServer(body, work) {
  const program = `
    const chunks = [];
    process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = { 'content-type': 'application/octet-stream', 'content-length': body.length };
      const server = require('node:http').createServer((_, response) => response.writeHead(200, headers).end(body));
      server.listen(0, '127.0.0.1', () => console.log(server.address().port));
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(body);
  pin([child.pid], 0);
  try {
    const { promise, resolve } = withResolvers();
    child.stdout.once('data', (line) => resolve(Number(String(line))));
    return await work(`http://127.0.0.1:${await promise}/`, child.pid);
  } finally {
    child.kill('SIGTERM');
  }
}

/** @param {(number | undefined)[]} pids @param {number} core */
function pin(pids, core) {
  for (const pid of pids) execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

function withResolvers() {
  let resolve;
  let reject;
  const promise = new Promise((fulfil, refuse) => {
    resolve = fulfil;
    reject = refuse;
  });
  return { promise, resolve, reject };
}

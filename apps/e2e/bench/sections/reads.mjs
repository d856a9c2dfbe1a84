import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import autocannon from 'autocannon';
import { bytesOf } from '../http.mjs';
import { pin } from '../platform.mjs';
import { cpuOf, sumOf } from '../processes.mjs';
import { median, mediansByName } from '../report.mjs';
import { longestPost } from '../site.mjs';

const passes = 5;
const seconds = 2;
const connections = 16;
const headers = { 'accept-encoding': 'br' };

/**
 * CPU per cached read through the origin, interleaved with a bare Node server that sends the same bytes.
 * @param {import('../platform.mjs').BenchPlatform} platform
 */
export async function reads(platform) {
  const { url } = platform;
  const slug = await longestPost(url);
  /** @type {Record<string, string>} */
  const targets = {
    'api-list': '/api/v1/posts',
    'api-post': `/api/v1/posts/${slug}`,
    'page-list': '/blog',
    'page-post': `/blog/${slug}`,
  };
  const answers = await Promise.all(
    Object.values(targets).map(async (path) => {
      const { body, headers: sent } = await bytesOf(`${url}${path}`);
      const { date: _date, connection: _connection, 'keep-alive': _alive, ...same } = sent;
      return [path, { body: body.toString('base64'), headers: { ...same, 'content-length': body.length } }];
    }),
  );
  const bare = await startBareServer(Object.fromEntries(answers));
  // All servers on one core and the load on another: moves between cores would be a part of the figures.
  const alone = cpus().length > 1;
  if (alone) {
    platform.pin('0');
    pin(bare.pid, '0');
    pin(process.pid, '1');
  }
  try {
    /** @type {Record<string, { all: Record<string, number>[], bare: number[] }>} */
    const costs = Object.fromEntries(Object.keys(targets).map((row) => [row, { all: [], bare: [] }]));
    // The first pass warms up.
    for (let pass = -1; pass < passes; pass += 1) {
      for (const [row, path] of Object.entries(targets)) {
        let answered = 0;
        const cost = await platform.cpuOf(async () => {
          answered = await load(`${url}${path}`);
        });
        const bareBefore = cpuOf(bare.pid);
        const bareAnswered = await load(`${bare.url}${path}`);
        const bareCost = (cpuOf(bare.pid) - bareBefore) / bareAnswered;
        if (pass < 0) continue;
        costs[row].all.push(Object.fromEntries(Object.entries(cost).map(([name, ms]) => [name, ms / answered])));
        costs[row].bare.push(bareCost);
      }
    }
    return Object.entries(costs).map(([row, { all, bare: bareRuns }]) => {
      const runs = all.map(sumOf);
      const base = median(bareRuns);
      return {
        row,
        runs,
        note: `bare server ${base.toFixed(3)} ms: ${(median(runs) / base).toFixed(1)} times`,
        detail: mediansByName(all),
      };
    });
  } finally {
    bare.stop();
    if (alone) {
      const all = `0-${cpus().length - 1}`;
      platform.pin(all);
      pin(process.pid, all);
    }
  }
}

/** Requests a URL for `seconds`. @param {string} url @returns {Promise<number>} number of responses */
async function load(url) {
  const { requests, non2xx, errors } = await autocannon({ url, connections, duration: seconds, headers });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} other than 2xx, ${errors} errors`);
  return requests.total;
}

/** Starts a bare Node server. @param {Record<string, { body: string, headers: object }>} answers by path, bodies in base64 */
async function startBareServer(answers) {
  const program = `
    const chunks = [];
    process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const answers = new Map(Object.entries(JSON.parse(Buffer.concat(chunks))).map(([path, { headers, body }]) =>
        [path, { headers, body: Buffer.from(body, 'base64') }]));
      const server = require('node:http').createServer((request, response) => {
        const { headers, body } = answers.get(request.url);
        response.writeHead(200, headers).end(body);
      });
      server.listen(0, '127.0.0.1', () => console.log(server.address().port));
    });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(answers));
  const port = await new Promise((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(Number(String(line))));
    child.once('exit', (code) => reject(new Error(`The bare server ended with code ${code}.`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    pid: /** @type {number} */ (child.pid),
    stop: () => void child.kill('SIGTERM'),
  };
}

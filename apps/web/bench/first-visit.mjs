// Measures first visits with an empty cache in Chromium: `npm run bench -w @docfolio/web [-- /path ...]`. Needs a build
// and a running platform (GATEWAY_URL, default http://localhost:4200). Bytes are as sent; the document's with headers.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';

/** Limits: bytes of scripts and of styles with brotli, depth of the request chain, cumulative layout shift. */
const budget = { js: 150 * 1024, css: 40 * 1024, depth: 3, shift: 0.02 };

const paths = process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['/contact', '/', '/blog'];
const gatewayUrl = process.env.GATEWAY_URL || 'http://localhost:4200';
const web = await startWeb();
const browser = await chromium.launch({
  executablePath: ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file)),
  args: ['--no-sandbox', '--disable-gpu'],
});
let failed = false;
try {
  for (const path of paths) {
    const measured = await measure(path);
    const over = Object.keys(budget).filter((key) => measured[key] > budget[key]);
    failed ||= over.length > 0;
    console.log(
      `${path.padEnd(10)} html ${kilobytes(measured.html)} KB rendered by the ${measured.renderedBy}, js ${kilobytes(measured.js)} KB in ${measured.jsFiles}, css ${kilobytes(measured.css)} KB in ${measured.cssFiles}, ` +
        `${measured.requests} requests (${measured.apiRequests} to the gateway), depth ${measured.depth}, layout shift ${measured.shift.toFixed(3)}` +
        (over.length > 0 ? `  over budget: ${over.join(', ')}` : ''),
    );
    if (process.env.FILES)
      for (const [name, size] of measured.files) console.log(`  ${String(size).padStart(7)} ${name}`);
  }
} finally {
  await browser.close();
  web.child.kill('SIGTERM');
}
process.exitCode = failed ? 1 : 0;

async function measure(path) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const requests = new Map();
  client.on('Network.requestWillBeSent', ({ requestId, request, initiator, type, timestamp }) => {
    requests.set(requestId, { url: request.url, type, by: initiatorUrl(initiator), bytes: 0, sent: timestamp * 1000 });
  });
  client.on('Network.responseReceived', ({ requestId, type, response }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { type, headers: JSON.stringify(response.headersText ?? '').length });
  });
  client.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes += encodedDataLength;
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.whole = encodedDataLength;
  });
  await page.addInitScript(() => {
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${web.url}${path}`, { waitUntil: 'networkidle' });
  await page.locator('main').waitFor();
  const shift = await page.evaluate(() => globalThis.layoutShift);
  const painted = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  );
  const state = await page.locator('#page-state').textContent();
  await context.close();

  const all = [...requests.values()].filter(({ url }) => url.startsWith('http') && !url.includes('/favicon'));
  const sum = (extension) => all.filter(({ url }) => new URL(url).pathname.endsWith(extension));
  const total = (list) => list.reduce((bytes, request) => bytes + request.bytes, 0);
  const [js, css] = [sum('.js'), sum('.css')];
  return {
    html: all.find(({ type }) => type === 'Document')?.whole ?? 0,
    renderedBy: 'queries' in JSON.parse(state) ? 'server' : 'browser',
    apiRequests: all.filter(({ url }) => new URL(url).pathname.startsWith('/api/')).length,
    js: total(js),
    jsFiles: js.length,
    css: total(css),
    cssFiles: css.length,
    requests: all.length,
    // Counts requests until the first paint; a server-rendered page loads its scripts after that.
    depth: Math.max(...all.filter(({ sent }) => sent - all[0].sent <= painted).map((request) => depthOf(request, all))),
    shift,
    files: all.map(({ url, bytes }) => [new URL(url).pathname, bytes]),
  };
}

function initiatorUrl({ type, url, stack }) {
  if (type === 'parser' || type === 'preload') return url;
  for (let frames = stack; frames; frames = frames.parent) if (frames.callFrames[0]) return frames.callFrames[0].url;
  return url;
}

/** Returns a request's position in its chain of requests that start each other: 1 for the document. */
function depthOf(request, all, seen = new Set()) {
  if (!request.by || seen.has(request.url)) return 1;
  seen.add(request.url);
  const parent = all.find(({ url }) => url === request.by);
  return parent && parent !== request ? 1 + depthOf(parent, all, seen) : 1;
}

function kilobytes(bytes) {
  return (bytes / 1024).toFixed(1);
}

async function startWeb() {
  const child = spawn(process.execPath, [new URL('../dist/main.js', import.meta.url).pathname], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DRAIN_SECONDS: '0',
      GATEWAY_URL: gatewayUrl,
      REDIS_URL: '',
      DEV_SERVERS: '',
      REMOTES_FILE: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port } = JSON.parse(line);
    // `localhost` instead of the address, because without HTTPS Chromium accepts brotli from localhost only.
    if (msg === 'listening') return { child, url: `http://localhost:${port}` };
  }
  throw new Error('The web process ended before it listened');
}

// Renders pages with a new build, in a process of its own: whatever the build does ends here. See build-trial.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ServerHost, ServerRemote } from '@docfolio/federation/server-build';
import { evaluate, evaluateRemote } from '../rendering/evaluate.js';
import type { Trial, TrialMessage } from './build-trial.js';

/** ms for which a page may wait for data. */
const loadTimeout = 1_000;
/** ms after the last page for what a build has left behind to fail. */
const aftermath = 500;
/** ms after which this process ends in any case: one that loops does not notice the end of the web process. */
const longestLife = 15_000;

const { exit } = process;
/** Ends this process once the message is sent. */
const conclude = (message: TrialMessage) => process.send?.(message, undefined, undefined, () => exit(0));

function fail(error: unknown): void {
  conclude({ broken: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
}

new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${longestLife})`, { eval: true }).unref();
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
process.once('message', (trial: Trial) => void run(trial).catch(fail));
// Of all processes, this one has to end first if the machine runs out of memory. Only Linux has the file.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {}
process.send?.({ ready: true } satisfies TrialMessage);

async function run({ hostFile, serverFile, code, gatewayUrl, remote: name, pages, urls }: Trial): Promise<void> {
  const host = evaluate<ServerHost>(hostFile, readFileSync(hostFile, 'utf8'), {});
  const remote = evaluateRemote<ServerRemote>(serverFile, code, host.shared);
  const until = Date.now() + 2 * loadTimeout;
  for (const url of urls) {
    if (Date.now() > until) break;
    await renderPage(url);
  }
  await new Promise((resolve) => setTimeout(resolve, aftermath));
  conclude({ passed: true });

  /** A page that throws is not the end of a build: the web process renders it with another one. */
  async function renderPage(url: string): Promise<void> {
    const signal = AbortSignal.timeout(loadTimeout);
    const client = host.createServerQueryClient({
      fetch: (path, init) => get(new URL(String(path), gatewayUrl), init, signal),
      timeout: loadTimeout,
    });
    try {
      const input = { pathname: url, search: new URLSearchParams(), patience: signal };
      const loaded = remote.load(input, client);
      const load = await Promise.race([loaded, ended(signal)]);
      if (!load || load.location !== undefined) return;
      await host.renderPage({ url, origin: '', client, remote: name, Routes: remote.Routes, pages, signal });
    } catch {
    } finally {
      client.clear();
    }
  }
}

/** Requests data. Anything but a GET could change some. */
async function get(url: URL, init: RequestInit | undefined, limit: AbortSignal): Promise<Response> {
  if (init?.method !== undefined && init.method !== 'GET') throw new Error('a new build may only read');
  const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit;
  return fetch(url, { ...init, signal });
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}

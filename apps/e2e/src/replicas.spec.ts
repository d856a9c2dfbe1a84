import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '@docfolio/local/platform';
import { request as requests } from '@playwright/test';
import { ownerApi } from './support/demo.js';
import { mailsIn } from './support/mailbox.js';
import { expect, test, withOwnPlatform } from './support/test.js';

const PROCESSES = ['web', 'gateway', 'leads', 'content', 'media', 'notifications'];

/** Milliseconds within which a repeated request has to succeed. */
const deadline = 10_000;

interface Figures {
  requests: number;
  /** Requests that needed more than one attempt. */
  retried: number;
  /** Descriptions of requests that failed although they were repeated. */
  failed: string[];
  slowestMs: number;
}

/**
 * A client that repeats what may be repeated: reads, and writes with an idempotency key, after a broken connection or a
 * response that says so (502, 503, 504).
 */
function retryingClient(url: string, figures: Figures) {
  return async (path: string, init: RequestInit = {}): Promise<Response | undefined> => {
    const began = performance.now();
    figures.requests += 1;
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(deadline) }).catch(
        (error: Error) => error,
      );
      const took = performance.now() - began;
      const failure = response instanceof Error ? String(response.cause ?? response) : `status ${response.status}`;
      const succeeded = response instanceof Response && response.status < 400;
      const mayRetry = response instanceof Error || [502, 503, 504].includes(response.status);
      if (!succeeded && mayRetry && took < deadline) {
        await delay(50 * attempt);
        continue;
      }
      if (attempt > 1) figures.retried += 1;
      figures.slowestMs = Math.max(figures.slowestMs, took);
      if (succeeded) return response;
      figures.failed.push(`${init.method ?? 'GET'} ${path}: ${failure} after ${attempt} attempts`);
      return undefined;
    }
  };
}

/** Sends one request of each kind after the other until `stop` is called. */
async function visitUntil(stopped: () => boolean, send: ReturnType<typeof retryingClient>, visitor: number) {
  const accepted: string[] = [];
  for (let round = 0; !stopped(); round++) {
    const page = await send('/blog');
    await page?.text();
    const posts = await send(`/api/v1/posts?search=round${round}`);
    await posts?.text();
    const email = `visitor-${visitor}-${round}@example.com`;
    const response = await send('/api/v1/leads', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': `key-${visitor}-${round}` },
      body: JSON.stringify({ name: 'Visitor', email, message: 'Still here?', source: 'contact' }),
    });
    await response?.text();
    if (response) accepted.push(email);
    await delay(100);
  }
  return accepted;
}

async function storedLeads(platform: Platform): Promise<string[]> {
  const request = await requests.newContext({ baseURL: platform.url });
  const owner = await ownerApi(request);
  const emails: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const after: string = next ? `&after=${encodeURIComponent(next)}` : '';
    const page: { items: { email: string }[]; next: string | null } = await owner.send(
      'GET',
      `/leads?limit=100${after}`,
    );
    emails.push(...page.items.map(({ email }) => email));
    next = page.next;
  }
  await request.dispose();
  return emails;
}

test('kill -9 of one replica of every process, then a restart of the others, loses, duplicates and fails no request', {
  tag: '@replicas-only',
}, async () => {
  test.setTimeout(240_000);
  await withOwnPlatform(
    async (platform) => {
      const figures: Figures = { requests: 0, retried: 0, failed: [], slowestMs: 0 };
      const send = retryingClient(platform.url, figures);
      let stopped = false;
      const visitors = Array.from({ length: 4 }, (_, visitor) => visitUntil(() => stopped, send, visitor));
      await delay(1_000);
      for (const name of PROCESSES) {
        platform.kill(`${name}-1`);
        await delay(300);
      }
      await platform.waitReady();
      await Promise.all(PROCESSES.map((name) => platform.restart(`${name}-2`)));
      await platform.waitReady();
      stopped = true;
      const accepted = (await Promise.all(visitors)).flat();
      console.log(
        `  ${figures.requests} requests, ${figures.retried} retried, slowest ${Math.round(figures.slowestMs)} ms`,
      );
      expect(figures.failed).toEqual([]);

      const notOnce = async (emails: string[]) =>
        accepted.filter((email) => emails.filter((one) => one === email).length !== 1);
      await expect.poll(async () => notOnce(await storedLeads(platform)), { timeout: 30_000 }).toEqual([]);
      const notified = async () => (await mailsIn(platform.dataDir)).map((mail) => mail.headers['reply-to'] ?? '');
      await expect.poll(async () => notOnce(await notified()), { timeout: 60_000 }).toEqual([]);
    },
    { REPLICAS: '2', SEED: 'demo' },
  );
});

import { setTimeout as delay } from 'node:timers/promises';
import type { Platform } from '@docfolio/local/platform';
import { request as requests } from '@playwright/test';
import { ownerApi } from './owner-api.js';

/** ms after which a request is no longer retried, and an attempt is aborted. */
const deadline = 10_000;

export interface Figures {
  requests: number;
  succeeded: number;
  /** Requests with more than one attempt. */
  retried: number;
  /** Requests whose last attempt failed. */
  failed: string[];
  slowestMs: number;
}

/**
 * Returns a function that sends an idempotent request, retries it for 10 s after a network error, 502, 503 or 504, and
 * counts in `figures`. It resolves to undefined if the last attempt fails.
 */
export function retryingClient(url: string, figures: Figures) {
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
      if (succeeded) {
        figures.succeeded += 1;
        return response;
      }
      figures.failed.push(`${init.method ?? 'GET'} ${path}: ${failure} after ${attempt} attempts`);
      return undefined;
    }
  };
}

/**
 * Until `stopped`, in turn requests a page, searches posts, sends a contact form and waits 0.1 s.
 * @returns email addresses of the accepted leads
 */
export async function visitUntil(stopped: () => boolean, send: ReturnType<typeof retryingClient>, visitor: number) {
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

export async function storedLeads(platform: Platform): Promise<string[]> {
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

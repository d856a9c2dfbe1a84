import type { Platform } from '@docfolio/local/platform';
import { type APIRequestContext, expect } from '@playwright/test';
import { admin, siteTest as base, withOwnPlatform } from './test.js';

/** The platform with the demonstration's records: posts, comments, bookmarks, testimonials. */
export const test = base.extend<{ owner: OwnerApi }, { platform: Platform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from this pattern.
    async ({}, use) => withOwnPlatform(use, { SEED: 'demo' }),
    { scope: 'worker', timeout: 120_000 },
  ],
  owner: async ({ request }, use) => use(await ownerApi(request)),
});

/** What the owner does by way of the API; each call answers the parsed body and has to succeed. */
export interface OwnerApi {
  send<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
}

let keys = 0;

export async function ownerApi(request: APIRequestContext): Promise<OwnerApi> {
  const signIn = await request.post('/api/v1/auth/sign-in', { data: admin });
  expect(signIn.status()).toBe(200);
  const { access_token } = await signIn.json();
  return {
    async send(method, path, body) {
      const headers: Record<string, string> = { authorization: `Bearer ${access_token}` };
      if (method === 'POST') headers['idempotency-key'] = `owner-${process.pid}-${keys++}`;
      const answer = await request.fetch(`/api/v1/admin${path}`, { method, headers, data: body });
      expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
      return answer.json();
    },
  };
}

/** A post of the owner's, published unless it says otherwise. */
export function writePost(
  owner: OwnerApi,
  post: { title: string; slug: string; content?: string; category?: string; published?: boolean },
): Promise<{ id: string; slug: string; version: number; published_at: string | null }> {
  return owner.send('POST', '/posts', {
    excerpt: `What ${post.title} is about.`,
    content: `## First\n\nWords about ${post.title}.\n`,
    category: 'Architecture',
    published: true,
    ...post,
  });
}

import { type APIRequestContext, expect } from '@playwright/test';
import { admin } from './platform.js';

/** Calls the admin API. Returns the parsed body, and fails the test for a status other than 2xx. */
export interface OwnerApi {
  send<T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<T>;
}

let keys = 0;

/** Signs in through the API. @returns URL of the request, and the session that the gateway sent */
export async function openSession(request: APIRequestContext, who = admin): Promise<{ url: string; session: Session }> {
  const response = await request.post('/api/v1/auth/sign-in', { data: who });
  expect(response.status()).toBe(200);
  return { url: response.url(), session: await response.json() };
}

interface Session {
  access_token: string;
  expires_in: number;
}

export async function ownerApi(request: APIRequestContext): Promise<OwnerApi> {
  const { session } = await openSession(request);
  return {
    async send(method, path, body) {
      const headers: Record<string, string> = { authorization: `Bearer ${session.access_token}` };
      if (method === 'POST') headers['idempotency-key'] = `owner-${process.pid}-${keys++}`;
      const response = await request.fetch(`/api/v1/admin${path}`, { method, headers, data: body });
      expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
      return response.json();
    },
  };
}

/** Creates a post, by default published. */
export function writePost(
  owner: OwnerApi,
  post: {
    title: string;
    slug: string;
    excerpt?: string;
    content?: string;
    category?: string;
    tags?: string[];
    read_time?: string;
    published?: boolean;
  },
): Promise<{ id: string; slug: string; version: number; published_at: string | null }> {
  return owner.send('POST', '/posts', {
    excerpt: `What ${post.title} is about.`,
    content: `## First\n\nWords about ${post.title}.\n`,
    category: 'Architecture',
    published: true,
    ...post,
  });
}

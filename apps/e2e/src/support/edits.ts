import { type APIRequestContext, expect } from '@playwright/test';
import { type OwnerApi, writePost } from './owner-api.js';

/** Edits a new post `rounds` times, and expects each edit in the next API response and soon on the post's pages. */
export async function expectCurrentAfterEdits(
  owner: OwnerApi,
  request: APIRequestContext,
  slug: string,
  rounds: number,
): Promise<void> {
  const post = await writePost(owner, { title: 'Draft zero', slug });
  const seen = async () => {
    const [api, page, list] = await Promise.all([
      request.get(`/api/v1/posts/${slug}`),
      request.get(`/blog/${slug}`),
      request.get('/blog'),
    ]);
    return [(await api.json()).title, await page.text(), await list.text()];
  };
  for (let round = 1; round <= rounds; round++) {
    const title = `Edition number ${round}`;
    await seen();
    const { version } = await owner.send<{ version: number }>('GET', `/posts/${post.id}`);
    // Requests in flight during the save must not put stale responses into the caches.
    const readers = Promise.all([seen(), seen(), seen()]);
    await owner.send('PATCH', `/posts/${post.id}`, { title, version });
    // The pages follow as soon as the web process has received the invalidation.
    const [api] = await seen();
    expect(api).toBe(title);
    await expect(async () => {
      const [, again, listed] = await seen();
      expect(again).toContain(title);
      expect(listed).toContain(title);
    }).toPass({ timeout: 40_000, intervals: [50] });
    await readers;
  }
  await owner.send('DELETE', `/posts/${post.id}`);
  expect((await request.get(`/blog/${slug}`)).status()).toBe(404);
}

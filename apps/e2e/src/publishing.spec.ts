import { writePost } from './support/owner-api.js';
import { expect, test } from './support/test.js';

/** The gateway's responses and the rendered pages are cached: an edit has to invalidate both. */
test.describe('a post of the owner', () => {
  test('is current in the next API response and soon on its pages after each of 25 edits, and gone after its deletion', {
    tag: '@replicas',
  }, async ({ owner, request }) => {
    const post = await writePost(owner, { title: 'Draft zero', slug: 'many-edits' });
    const seen = async () => {
      const [api, page, list] = await Promise.all([
        request.get('/api/v1/posts/many-edits'),
        request.get('/blog/many-edits'),
        request.get('/blog'),
      ]);
      return [(await api.json()).title, await page.text(), await list.text()];
    };
    for (let round = 1; round <= 25; round++) {
      const title = `Edition number ${round}`;
      await seen();
      const { version } = await owner.send<{ version: number }>('GET', `/posts/${post.id}`);
      // Requests in flight during the save must not put stale responses into the caches.
      const readers = Promise.all([seen(), seen(), seen()]);
      await owner.send('PATCH', `/posts/${post.id}`, { title, version });
      const [api, page, list] = await seen();
      expect(api).toBe(title);
      await expect(async () => {
        const [, again, listed] = await seen();
        expect(again).toContain(title);
        expect(listed).toContain(title);
      }).toPass({ timeout: 20_000, intervals: [50] });
      expect([page?.includes(title), list?.includes(title)]).toContain(true);
      await readers;
    }
    await owner.send('DELETE', `/posts/${post.id}`);
    expect((await request.get('/blog/many-edits')).status()).toBe(404);
  });

  test('is hidden while it is a draft', { tag: '@replicas' }, async ({ owner, request }) => {
    const draft = await writePost(owner, { title: 'Unfinished thoughts', slug: 'unfinished', published: false });
    expect(draft.published_at).toBeNull();
    for (const path of ['/api/v1/posts/unfinished', '/blog/unfinished', `/api/v1/posts/${draft.id}/comments`])
      expect((await request.get(path)).status(), path).toBe(404);
    for (const path of ['/api/v1/posts?search=Unfinished', '/blog?search=Unfinished', '/sitemap.xml', '/rss.xml'])
      expect(await (await request.get(path)).text(), path).not.toContain('Unfinished thoughts');
    const before = Date.now();
    const published = await owner.send<{ published_at: string }>('PATCH', `/posts/${draft.id}`, { published: true });
    const publishedAt = Date.parse(published.published_at);
    expect([publishedAt >= before, publishedAt <= Date.now()]).toEqual([true, true]);
    expect((await request.get('/blog/unfinished')).status()).toBe(200);
    expect(await (await request.get('/rss.xml')).text()).toContain('Unfinished thoughts');
    expect(await (await request.get('/sitemap.xml')).text()).toContain('/blog/unfinished');
    await owner.send('PATCH', `/posts/${draft.id}`, { published: false });
    expect((await request.get('/blog/unfinished')).status()).toBe(404);
    await owner.send('DELETE', `/posts/${draft.id}`);
  });

  test("never runs as code in a reader's browser", async ({ owner, page, request }) => {
    const content = [
      '<script>window.hit = 1</script>',
      '<img src=x onerror="window.hit = 1">',
      '<iframe srcdoc="<script>top.hit = 1</script>"></iframe>',
      '<svg onload="window.hit = 1"></svg>',
      '[a](javascript:window.hit=1) [b](data:text/html,<script>window.hit=1</script>) ![c](javascript:window.hit=1)',
    ].join('\n\n');
    const post = await writePost(owner, { title: 'Sharp things', slug: 'sharp-things', content });
    await page.goto('/blog/sharp-things');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sharp things');
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    for (const path of ['/blog/sharp-things', '/rss.xml', '/feed.json']) {
      const text = await (await request.get(path)).text();
      expect(text, path).not.toMatch(/<(script|iframe|svg)[^>]*>[^<]*window\.hit|href="(javascript|data):|onerror="/);
    }
    await owner.send('DELETE', `/posts/${post.id}`);
  });
});

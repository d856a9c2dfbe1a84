import { expectCurrentAfterEdits } from './support/edits.js';
import { writePost } from './support/owner-api.js';
import { expect, test } from './support/test.js';

/** The gateway's responses and the rendered pages are cached: an edit has to invalidate both. */
test.describe('a post of the owner', () => {
  test('is current in the next API response and soon on its pages after an edit, and gone after its deletion', async ({
    owner,
    request,
  }) => {
    await expectCurrentAfterEdits(owner, request, 'some-edits', 2);
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
});

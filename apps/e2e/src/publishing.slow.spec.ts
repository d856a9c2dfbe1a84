/**
 * Many edits of a post under load, and a post full of code.
 * @subject libs/edge/src apps/web/src/rendering libs/markdown/src
 * @everyday apps/e2e/src/publishing.spec.ts
 */
import { expectCurrentAfterEdits } from './support/edits.js';
import { writePost } from './support/owner-api.js';
import { expect, test } from './support/test.js';

/** The gateway's responses and the rendered pages are cached: an edit has to invalidate both. */
test.describe('a post of the owner', () => {
  test('is current in the next API response and soon on its pages after each of 25 edits, and gone after its deletion', {
    tag: '@replicas',
  }, async ({ owner, request }) => {
    await expectCurrentAfterEdits(owner, request, 'many-edits', 25);
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

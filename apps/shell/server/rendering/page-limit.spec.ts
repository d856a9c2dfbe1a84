/** @jest-environment node */
import { bodyOf, RenderingFixture } from '../../test/rendering-fixture.js';

let fixture: RenderingFixture;
afterEach(() => fixture.stop());

it('draws so many pages for one address in a minute; kept ones are free', async () => {
  fixture = await RenderingFixture.start({ PAGE_LIMIT: '3' });
  for (const slug of ['a', 'b', 'c']) expect((await fixture.get(`/blog/${slug}`)).status).toBe(200);
  const refused = await fixture.get('/blog/d');
  expect([refused.status, bodyOf(refused)]).toEqual([429, '']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // The browser draws it, if it is one.
  expect(refused.text).toContain('id="page-state"');
  expect(fixture.asked).toHaveLength(3);
  expect(bodyOf(await fixture.get('/blog/a'))).toContain('<h1>');
  expect((await fixture.get('/nowhere')).status).toBe(429);
});

it('draws for everybody when limits are off', async () => {
  fixture = await RenderingFixture.start({ PAGE_LIMIT: '1', RATE_LIMIT: 'off' });
  for (const slug of ['a', 'b', 'c']) expect((await fixture.get(`/blog/${slug}`)).status).toBe(200);
});

import { bodyOf, RenderingFixture } from '../../test/rendering-fixture.js';

let fixture: RenderingFixture;
afterEach(() => fixture.stop());

it('limits rendered pages per address and minute, cached pages excluded', async () => {
  fixture = await RenderingFixture.start({ PAGE_LIMIT: '3' });
  for (const slug of ['a', 'b', 'c']) expect((await fixture.get(`/blog/${slug}`)).status).toBe(200);
  const refused = await fixture.get('/blog/d');
  expect([refused.status, bodyOf(refused)]).toEqual([429, '']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  // The browser renders the page.
  expect(refused.text).toContain('id="page-state"');
  expect(fixture.asked).toHaveLength(3);
  expect(bodyOf(await fixture.get('/blog/a'))).toContain('<h1>');
  expect((await fixture.get('/nowhere')).status).toBe(429);
});

it('counts each visitor behind a trusted proxy separately', async () => {
  fixture = await RenderingFixture.start({ PAGE_LIMIT: '1', TRUSTED_PROXIES: '127.0.0.1' });
  const as = (address: string, path: string) => fixture.get(path, { 'x-forwarded-for': address });
  expect((await as('198.51.100.1', '/blog/a')).status).toBe(200);
  expect((await as('198.51.100.1', '/blog/b')).status).toBe(429);
  expect((await as('198.51.100.2', '/blog/b')).status).toBe(200);
  expect(fixture.asked.map(({ headers }) => headers['x-forwarded-for'])).toEqual(['198.51.100.1', '198.51.100.2']);
});

it('renders without limit if limits are off', async () => {
  fixture = await RenderingFixture.start({ PAGE_LIMIT: '1', RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' });
  for (const slug of ['a', 'b', 'c']) expect((await fixture.get(`/blog/${slug}`)).status).toBe(200);
});

describe('the gateway’s rate limit', () => {
  const refuse = (fixture: RenderingFixture, limited: string) =>
    fixture.answerBy(({ headers }) =>
      headers['x-forwarded-for'] === limited
        ? { status: 429, headers: { 'retry-after': '17' }, json: {} }
        : { status: 200, json: { words: 'for everybody else' } },
    );

  it('is passed on as 429, and the browser renders the page', async () => {
    fixture = await RenderingFixture.start();
    refuse(fixture, '127.0.0.1');
    const answer = await fixture.get('/blog');
    expect([answer.status, answer.headers['retry-after'], bodyOf(answer)]).toEqual([429, '17', '']);
    fixture.answer({ words: 'well again' });
    expect(bodyOf(await fixture.get('/blog'))).toContain('well again');
  });

  it('does not affect other visitors who share the rendering', async () => {
    fixture = await RenderingFixture.start({ TRUSTED_PROXIES: '127.0.0.1' });
    refuse(fixture, '198.51.100.1');
    let release = () => {};
    fixture.hold = new Promise((resolve) => {
      release = resolve;
    });
    const as = (address: string) => fixture.get('/blog', { 'x-forwarded-for': address });
    const limited = as('198.51.100.1');
    while (fixture.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const others = ['198.51.100.2', '198.51.100.3', '198.51.100.4'].map(as);
    // Once another page has been sent, these requests wait for the first visitor's rendering.
    await fixture.get('/nowhere');
    release();
    expect((await limited).status).toBe(429);
    for (const other of await Promise.all(others)) {
      expect([other.status, bodyOf(other).includes('for everybody else')]).toEqual([200, true]);
    }
    expect(fixture.asked.filter(({ url }) => url.endsWith('/blog'))).toHaveLength(2);
  });
});

import { bodyOf, RenderingFixture } from '../../test/rendering-fixture.js';

let fixture: RenderingFixture;
const start = async (...options: Parameters<typeof RenderingFixture.start>) => {
  fixture = await RenderingFixture.start(...options);
};
afterEach(() => fixture.stop());

/** Requests a page. @returns whether it was rendered */
async function isRendered(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  const before = fixture.asked.length;
  expect(bodyOf(await fixture.get(path, headers))).toContain('<h1>');
  return fixture.asked.length > before;
}

describe('a rendered page', () => {
  beforeEach(() => start());

  it('is cached until one of its tags is invalidated', async () => {
    expect(await isRendered('/blog')).toBe(true);
    expect(await isRendered('/blog')).toBe(false);
    fixture.feed.invalidate(['bookmarks']);
    expect(await isRendered('/blog')).toBe(false);
    fixture.gatewaySequence = 2;
    fixture.feed.invalidate(['posts']);
    expect(await isRendered('/blog')).toBe(true);
    expect(await isRendered('/blog')).toBe(false);
  });

  it('has the same ETag when rendered again from the same data', async () => {
    const { etag } = (await fixture.get('/blog')).headers;
    fixture.feed.flush();
    const now = Date.now();
    await until(() => Date.now() > now);
    const again = await fixture.get('/blog', { 'if-none-match': String(etag) });
    expect([again.status, fixture.asked.length]).toEqual([304, 2]);
  });

  it.each([
    [30, false],
    [60, true],
  ])('made from a response of %d s is cached for the rest of 60 s', async (age, isRenderedAgain) => {
    fixture.answerBy(() => ({ status: 200, headers: { age: String(age) }, json: { words: 'kept' } }));
    await fixture.get('/blog');
    expect(await isRendered('/blog')).toBe(isRenderedAgain);
  });

  it('is rendered again after a flush', async () => {
    await isRendered('/blog');
    fixture.feed.flush();
    expect(await isRendered('/blog')).toBe(true);
  });

  it('is rendered once for concurrent visitors', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.get('/blog')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(fixture.asked).toHaveLength(1);
  });

  it('is cached by origin and the parameters that the page reads', async () => {
    for (const path of ['/blog', '/blog?page=2', '/blog?category=AI', '/blog?category=AI&page=2']) {
      expect(await isRendered(path)).toBe(true);
      expect(await isRendered(path)).toBe(false);
    }
    expect(await isRendered('/blog', { host: 'other.example' })).toBe(true);
    expect(await isRendered('/blog', { host: 'other.example' })).toBe(false);
    expect(await isRendered('/blog')).toBe(false);
  });

  it.each(['/blog?search=redis', '/blog?search=redis&page=2'])('is not cached for the search %s', async (path) => {
    expect(await isRendered(path)).toBe(true);
    expect(await isRendered(path)).toBe(true);
  });

  it.each(['utm_source=mail', 'fbclid=x', '', 'a=%E0%A4%A', 'page[]=2'])(
    'is cached without the unknown parameters ?%s',
    async (query) => {
      const plain = await fixture.get('/blog');
      const second = await fixture.get('/blog?page=2');
      expect(await isRendered(`/blog?${query}`)).toBe(false);
      expect((await fixture.get(`/blog?${query}`)).text).toBe(plain.text);
      expect((await fixture.get(`/blog?${query}&page=2`)).text).toBe(second.text);
      expect(fixture.asked).toHaveLength(2);
    },
  );

  it('is cached without its query if the remote reads none', async () => {
    await fixture.deploy('blog', 'The blog', { addressOf: false });
    const plain = await fixture.get('/blog');
    expect(plain.text).toContain('<h1>The blog</h1>');
    expect((await fixture.get('/blog?search=x')).text).toBe(plain.text);
    expect(fixture.asked).toHaveLength(1);
  });

  it('is the same for all unknown paths', async () => {
    const first = await fixture.get('/wp-login.php?secret=1');
    const second = await fixture.get('/another/%22one');
    expect([first.status, second.status, second.text]).toEqual([404, 404, first.text]);
    expect(first.headers.etag).toBe(second.headers.etag);
    expect(first.text).not.toMatch(/wp-login|secret/);
    expect(bodyOf(first)).toContain('<h1>The site</h1>');
  });

  it.each<[string, object]>([
    ['its remote returns no tags', { words: 'x', tags: null }],
    ['it is a 404', { words: 'x', status: 404 }],
  ])('is not cached when %s', async (_case, answer) => {
    fixture.answer(answer);
    expect(await isRendered('/blog/a')).toBe(true);
    expect(await isRendered('/blog/a')).toBe(true);
  });
});

describe('a page invalidated while it is rendered', () => {
  beforeEach(() => start());

  it('is not cached if this process was notified before the gateway', async () => {
    fixture.answer({ words: 'before the edit' });
    fixture.feed.invalidate(['posts']);
    // The gateway still sends its cached response.
    expect(await isRendered('/blog')).toBe(true);
    fixture.gatewaySequence = 1;
    fixture.answer({ words: 'after the edit' });
    expect(bodyOf(await fixture.get('/blog'))).toContain('after the edit');
    expect(await isRendered('/blog')).toBe(false);
  });

  it('is sent to the waiting visitors but not cached', async () => {
    let release = () => {};
    fixture.hold = new Promise((resolve) => {
      release = resolve;
    });
    fixture.answer({ words: 'before the edit' });
    const waiting = fixture.get('/blog');
    await until(() => fixture.asked.length === 1);
    fixture.feed.invalidate(['posts']);
    const later = fixture.get('/blog');
    await until(() => fixture.asked.length === 2);
    release();
    expect(bodyOf(await waiting)).toContain('before the edit');
    expect(bodyOf(await later)).toContain('before the edit');
    fixture.gatewaySequence = 1;
    fixture.answer({ words: 'after the edit' });
    expect(bodyOf(await fixture.get('/blog'))).toContain('after the edit');
  });

  it('is not cached if the gateway sends no sequence', async () => {
    fixture.feed.sequence = 1;
    fixture.gatewaySequence = Number.NaN;
    expect(await isRendered('/blog')).toBe(true);
    expect(await isRendered('/blog')).toBe(true);
  });
});

it('is left to the browser while 32 other pages are being rendered, and is rendered after that', async () => {
  await start({ RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development' });
  let release = () => {};
  fixture.hold = new Promise((resolve) => {
    release = resolve;
  });
  const others = Array.from({ length: 32 }, (_, number) => fixture.get(`/blog/${number}`));
  await until(() => fixture.asked.length === 32);
  const beyond = await fixture.get('/blog/beyond');
  expect([beyond.status, bodyOf(beyond), fixture.asked.length]).toEqual([200, '', 32]);
  release();
  await Promise.all(others);
  expect(await isRendered('/blog/beyond')).toBe(true);
});

it('is not cached without an invalidation feed', async () => {
  await start({}, { withoutFeed: true });
  expect(await isRendered('/blog')).toBe(true);
  expect(await isRendered('/blog')).toBe(true);
});

it('contains SITE_URL instead of the requested host', async () => {
  await start({ SITE_URL: 'https://docfolio.example/' });
  expect((await fixture.get('/blog')).text).toContain('href="https://docfolio.example/blog"');
  expect(await isRendered('/blog', { host: 'other.example' })).toBe(false);
});

/** Waits for a condition. Without the limit, a condition that never holds would keep the process alive forever. */
async function until(condition: () => boolean): Promise<void> {
  const limit = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > limit) throw new Error(`Waited 60 s in vain: ${condition}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

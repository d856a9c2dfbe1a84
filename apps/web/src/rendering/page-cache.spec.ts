import { bodyOf, RenderingFixture } from '../../test/rendering-fixture.js';

let fixture: RenderingFixture;
const start = async (...options: Parameters<typeof RenderingFixture.start>) => {
  fixture = await RenderingFixture.start(...options);
};
afterEach(() => fixture.stop());

/** Asks for a page and tells whether the gateway was asked for it. */
async function isMadeAnew(path: string, headers: Record<string, string> = {}): Promise<boolean> {
  const before = fixture.asked.length;
  expect(bodyOf(await fixture.get(path, headers))).toContain('<h1>');
  return fixture.asked.length > before;
}

describe('a drawn page', () => {
  beforeEach(() => start());

  it('is kept until something that it is made from changes', async () => {
    expect(await isMadeAnew('/blog')).toBe(true);
    expect(await isMadeAnew('/blog')).toBe(false);
    fixture.feed.drop(['bookmarks']);
    expect(await isMadeAnew('/blog')).toBe(false);
    fixture.gatewaySequence = 2;
    fixture.feed.drop(['posts']);
    expect(await isMadeAnew('/blog')).toBe(true);
    expect(await isMadeAnew('/blog')).toBe(false);
  });

  it('is the same to a browser when it is made anew of the same', async () => {
    const { etag } = (await fixture.get('/blog')).headers;
    fixture.feed.flush();
    const now = Date.now();
    await until(() => Date.now() > now);
    const again = await fixture.get('/blog', { 'if-none-match': String(etag) });
    expect([again.status, fixture.asked.length]).toEqual([304, 2]);
  });

  it.each([
    [58, false],
    [60, true],
  ])('that is made of an answer of %d s lives the rest of its minute', async (age, isAnew) => {
    fixture.answerBy(() => ({ status: 200, headers: { age: String(age) }, json: { words: 'kept' } }));
    await fixture.get('/blog');
    expect(await isMadeAnew('/blog')).toBe(isAnew);
  });

  it('is made anew after invalidations may have been missed', async () => {
    await isMadeAnew('/blog');
    fixture.feed.flush();
    expect(await isMadeAnew('/blog')).toBe(true);
  });

  it('is one for all who ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => fixture.get('/blog')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(fixture.asked).toHaveLength(1);
  });

  it('is another one for each origin and each place that it reads from its query', async () => {
    for (const path of ['/blog', '/blog?page=2', '/blog?category=AI', '/blog?category=AI&page=2']) {
      expect(await isMadeAnew(path)).toBe(true);
      expect(await isMadeAnew(path)).toBe(false);
    }
    expect(await isMadeAnew('/blog', { host: 'other.example' })).toBe(true);
    expect(await isMadeAnew('/blog', { host: 'other.example' })).toBe(false);
    expect(await isMadeAnew('/blog')).toBe(false);
  });

  it.each(['/blog?search=redis', '/blog?search=redis&page=2'])(
    'is made anew at %s: of searches there is no end',
    async (path) => {
      expect(await isMadeAnew(path)).toBe(true);
      expect(await isMadeAnew(path)).toBe(true);
    },
  );

  it.each(['utm_source=mail', 'fbclid=x', '', 'a=%E0%A4%A', 'page[]=2'])(
    'is the same with ?%s, which it doesn’t read',
    async (query) => {
      const plain = await fixture.get('/blog');
      const second = await fixture.get('/blog?page=2');
      expect(await isMadeAnew(`/blog?${query}`)).toBe(false);
      expect((await fixture.get(`/blog?${query}`)).text).toBe(plain.text);
      expect((await fixture.get(`/blog?${query}&page=2`)).text).toBe(second.text);
      expect(fixture.asked).toHaveLength(2);
    },
  );

  it('reads no query where its remote doesn’t say so', async () => {
    await fixture.deploy('blog', 'The blog', { addressOf: false });
    const plain = await fixture.get('/blog');
    expect(plain.text).toContain('<h1>The blog</h1>');
    expect((await fixture.get('/blog?search=x')).text).toBe(plain.text);
    expect(fixture.asked).toHaveLength(1);
  });

  it('is one for all paths that there aren’t, and names none of them', async () => {
    const first = await fixture.get('/wp-login.php?secret=1');
    const second = await fixture.get('/another/%22one');
    expect([first.status, second.status, second.text]).toEqual([404, 404, first.text]);
    expect(first.headers.etag).toBe(second.headers.etag);
    expect(first.text).not.toMatch(/wp-login|secret/);
    expect(bodyOf(first)).toContain('<h1>The site</h1>');
  });

  it.each<[string, object]>([
    ['it isn’t to be', { words: 'x', tags: null }],
    ['it names nothing that is there', { words: 'x', status: 404 }],
  ])('is not kept when %s', async (_case, answer) => {
    fixture.answer(answer);
    expect(await isMadeAnew('/blog/a')).toBe(true);
    expect(await isMadeAnew('/blog/a')).toBe(true);
  });
});

describe('a page that an invalidation overtakes', () => {
  beforeEach(() => start());

  it('is not kept when this process has heard of it before the gateway has', async () => {
    fixture.answer({ words: 'before the edit' });
    fixture.feed.drop(['posts']);
    // The gateway still answers with what it kept.
    expect(await isMadeAnew('/blog')).toBe(true);
    fixture.gatewaySequence = 1;
    fixture.answer({ words: 'after the edit' });
    expect(bodyOf(await fixture.get('/blog'))).toContain('after the edit');
    expect(await isMadeAnew('/blog')).toBe(false);
  });

  it('is handed to those who were waiting and not kept when it comes while the page is made', async () => {
    let release = () => {};
    fixture.hold = new Promise((resolve) => {
      release = resolve;
    });
    fixture.answer({ words: 'before the edit' });
    const waiting = fixture.get('/blog');
    await until(() => fixture.asked.length === 1);
    fixture.feed.drop(['posts']);
    const later = fixture.get('/blog');
    await until(() => fixture.asked.length === 2);
    release();
    expect(bodyOf(await waiting)).toContain('before the edit');
    expect(bodyOf(await later)).toContain('before the edit');
    fixture.gatewaySequence = 1;
    fixture.answer({ words: 'after the edit' });
    expect(bodyOf(await fixture.get('/blog'))).toContain('after the edit');
  });

  it('is not kept when the gateway doesn’t say how old its answer is', async () => {
    fixture.feed.sequence = 1;
    fixture.gatewaySequence = Number.NaN;
    expect(await isMadeAnew('/blog')).toBe(true);
    expect(await isMadeAnew('/blog')).toBe(true);
  });
});

it('is not kept where nobody tells of changes', async () => {
  await start({}, { withoutFeed: true });
  expect(await isMadeAnew('/blog')).toBe(true);
  expect(await isMadeAnew('/blog')).toBe(true);
});

it('names the configured address, whatever the request says', async () => {
  await start({ SITE_URL: 'https://docfolio.example/' });
  expect((await fixture.get('/blog')).text).toContain('href="https://docfolio.example/blog"');
  expect(await isMadeAnew('/blog', { host: 'other.example' })).toBe(false);
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

/** @jest-environment node */
import { bodyOf, RenderingFixture } from '../../test/rendering-fixture.js';

let fixture: RenderingFixture;
const start = async (config?: Parameters<typeof RenderingFixture.start>[0]) => {
  fixture = await RenderingFixture.start(config);
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

  it('is another one for each origin and each spelling of the query that it knows', async () => {
    for (const path of ['/blog', '/blog?page=2', '/blog?category=AI', '/blog?category=AI&page=2']) {
      expect(await isMadeAnew(path)).toBe(true);
      expect(await isMadeAnew(path)).toBe(false);
    }
    expect(await isMadeAnew('/blog', { host: 'other.example' })).toBe(true);
    expect(await isMadeAnew('/blog', { host: 'other.example' })).toBe(false);
    expect(await isMadeAnew('/blog')).toBe(false);
  });

  it.each(['/blog?search=redis', '/blog?utm_source=mail', '/blog?page=2&page=3', '/blog?page=99999', '/blog?page=-1'])(
    'is made for one visitor at %s',
    async (path) => {
      expect(await isMadeAnew(path)).toBe(true);
      expect(await isMadeAnew(path)).toBe(true);
    },
  );

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
  await start({ withoutFeed: true });
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

import { bodyOf, RenderingFixture } from '../../test/rendering-fixture.js';

let fixture: RenderingFixture;
let words: string;
let etag: string;
beforeEach(async () => {
  [words, etag] = ['first words', '"1"'];
  fixture = await RenderingFixture.start();
  fixture.answerBy(({ headers }) => {
    const isCurrent = headers['if-none-match'] === etag;
    return { status: isCurrent ? 304 : 200, headers: { etag }, json: { words } };
  });
});
afterEach(() => fixture.stop());

/** Publishes an invalidation that the gateway has received. */
function invalidate(): void {
  fixture.gatewaySequence += 1;
  fixture.feed.invalidate(['posts']);
}

/** Returns the If-None-Match headers of the gateway's requests since the last call; undefined for a plain request. */
const conditions = () => fixture.asked.splice(0).map(({ headers }) => headers['if-none-match']);

async function page() {
  const answer = await fixture.get('/blog');
  return { status: answer.status, etag: answer.headers.etag, words: /<p>(.*?)<!--/.exec(bodyOf(answer))?.[1] };
}

it('is sent unchanged after an invalidation if the gateway’s responses are unchanged', async () => {
  const first = await page();
  expect([first.words, conditions()]).toEqual(['first words', [undefined]]);
  for (let round = 0; round < 2; round += 1) {
    invalidate();
    expect(await page()).toEqual(first);
    expect(conditions()).toEqual(['"1"']);
    // It is cached again.
    expect(await page()).toEqual(first);
    expect(conditions()).toEqual([]);
  }
});

it('is rendered after an invalidation if a response has changed', async () => {
  await page();
  [words, etag] = ['second words', '"2"'];
  invalidate();
  conditions();
  expect((await page()).words).toBe('second words');
  expect(conditions()).toEqual(['"1"']);
  invalidate();
  expect((await page()).words).toBe('second words');
  expect(conditions()).toEqual(['"2"']);
});

it('is not cached by a response that lacks an invalidation received here', async () => {
  await page();
  fixture.feed.invalidate(['posts']);
  conditions();
  await page();
  [words, etag] = ['second words', '"2"'];
  fixture.gatewaySequence += 1;
  expect((await page()).words).toBe('second words');
  expect(conditions()).toEqual(['"1"', '"1"']);
});

it('is rendered by a replaced build', async () => {
  await page();
  await fixture.deploy('blog', 'Another blog');
  invalidate();
  conditions();
  expect(bodyOf(await fixture.get('/blog'))).toContain('Another blog');
  expect(conditions()).toEqual([undefined]);
});

it('is rendered again after an hour, even from the same data', async () => {
  await page();
  const { now } = performance;
  const later = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 3_600_001);
  try {
    conditions();
    expect((await page()).words).toBe('first words');
    expect(conditions()).toEqual([undefined]);
  } finally {
    later.mockRestore();
  }
});

it('is 503 after an invalidation if the service is down', async () => {
  await page();
  invalidate();
  fixture.answer({}, 503);
  expect((await page()).status).toBe(503);
});

it('is left to the browser or 503 if the gateway hangs up', async () => {
  await page();
  invalidate();
  fixture.hangUp();
  expect((await page()).words).toBeUndefined();
});

it('is rendered in full if a response has no ETag', async () => {
  fixture.answer({ words });
  await page();
  invalidate();
  conditions();
  expect((await page()).words).toBe('first words');
  expect(conditions()).toEqual([undefined]);
});

import fc from 'fast-check';
import { TaggedCache } from './tagged-cache.js';

let now = 0;
const cacheOf = (options: Partial<ConstructorParameters<typeof TaggedCache<string>>[0]> = {}) =>
  new TaggedCache<string>({ maxBytes: 1e6, sizeOf: (text) => text.length, now: () => now, ...options });

/** A fill that a test ends when it wants to. */
function held() {
  let finish: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const result = new Promise<string>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { make: jest.fn(() => result), finish, fail };
}

const made = (value: string) => jest.fn(async () => value);

describe('a tagged cache', () => {
  it('keeps what a fill returns, and makes it once', async () => {
    const cache = cacheOf();
    expect(cache.get('k')).toBeUndefined();
    expect(await cache.fill('k', ['posts'], made('one'))).toBe('one');
    const again = made('two');
    expect(await cache.fill('k', ['posts'], again)).toBe('one');
    expect(again).not.toHaveBeenCalled();
    expect(cache.get('k')).toBe('one');
  });

  it('makes a value once for all who ask while it is made', async () => {
    const cache = cacheOf();
    const { make, finish } = held();
    const all = Promise.all(Array.from({ length: 50 }, () => cache.fill('k', ['posts'], make)));
    finish('one');
    expect(new Set(await all)).toEqual(new Set(['one']));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('drops what has one of the tags, and nothing else', async () => {
    const cache = cacheOf();
    await cache.fill('post', ['posts', 'comments'], made('post'));
    await cache.fill('bookmarks', ['bookmarks'], made('bookmarks'));
    cache.drop(['comments', 'testimonials']);
    expect([cache.get('post'), cache.get('bookmarks')]).toEqual([undefined, 'bookmarks']);
    cache.flush();
    expect(cache.get('bookmarks')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it.each([
    ['a drop of its tag', (cache: TaggedCache<string>) => cache.drop(['posts'])],
    ['a flush', (cache: TaggedCache<string>) => cache.flush()],
  ])('hands out a fill that %s has overtaken, but keeps and shares it no more', async (_what, invalidate) => {
    const cache = cacheOf();
    const old = held();
    const early = cache.fill('k', ['posts'], old.make);
    invalidate(cache);
    const fresh = held();
    const late = cache.fill('k', ['posts'], fresh.make);
    const later = cache.fill('k', ['posts'], made('nobody asks'));
    fresh.finish('new');
    expect([await late, await later]).toEqual(['new', 'new']);
    old.finish('old');
    expect(await early).toBe('old');
    expect(cache.get('k')).toBe('new');
  });

  it('keeps nothing of a fill that was overtaken, when nobody has asked since', async () => {
    const cache = cacheOf();
    const { make, finish } = held();
    const early = cache.fill('k', ['posts'], make);
    cache.drop(['posts']);
    finish('old');
    expect(await early).toBe('old');
    expect(cache.get('k')).toBeUndefined();
  });

  it('keeps a fill that an invalidation of something else went past', async () => {
    const cache = cacheOf();
    const { make, finish } = held();
    const filling = cache.fill('k', ['posts'], make);
    cache.drop(['bookmarks']);
    finish('one');
    await filling;
    expect(cache.get('k')).toBe('one');
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws at once',
      () => {
        throw new Error('no');
      },
    ],
  ])('keeps nothing when the making %s, and the next who asks tries again', async (_how, make) => {
    const cache = cacheOf();
    await expect(cache.fill('k', ['posts'], make)).rejects.toThrow('no');
    expect(cache.get('k')).toBeUndefined();
    expect(await cache.fill('k', ['posts'], made('one'))).toBe('one');
  });

  it('keeps only what it is told to keep', async () => {
    const cache = cacheOf({ keep: (value) => value !== 'passing' });
    expect(await cache.fill('k', ['posts'], made('passing'))).toBe('passing');
    expect(cache.get('k')).toBeUndefined();
  });

  it('forgets after the lifetime, reckoned from the beginning of the fill', async () => {
    const cache = cacheOf({ lifetime: 100 });
    now = 1_000;
    const { make, finish } = held();
    const filling = cache.fill('k', ['posts'], make);
    now = 1_090;
    finish('one');
    await filling;
    expect(cache.get('k')).toBe('one');
    now = 1_100;
    expect(cache.get('k')).toBeUndefined();
    expect(await cache.fill('k', ['posts'], made('two'))).toBe('two');
  });

  it('forgets so much earlier as what a value is made from was kept elsewhere', async () => {
    const cache = cacheOf({ lifetime: 100 });
    now = 1_000;
    await cache.fill('k', ['posts'], made('one'), 70);
    now = 1_029;
    expect(cache.get('k')).toBe('one');
    now = 1_030;
    expect(cache.get('k')).toBeUndefined();
  });

  it('stays within its bytes: the least recently used give way, and what alone is too large is not kept', async () => {
    const cache = cacheOf({ maxBytes: 10_000 });
    await cache.fill('hot', ['posts'], made('x'.repeat(1_000)));
    for (let count = 0; count < 100; count++) {
      await cache.fill(`search ${count}`, ['posts'], made('y'.repeat(1_000)));
      expect(cache.get('hot')).toBeDefined();
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.get('search 0')).toBeUndefined();
    expect(await cache.fill('huge', ['posts'], made('z'.repeat(20_000)))).toHaveLength(20_000);
    expect([cache.get('huge'), cache.get('hot')]).toEqual([undefined, expect.any(String)]);
  });

  it('never answers with what was made before the last invalidation, in whatever order fills end', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('ask' as const), key: fc.constantFrom('a', 'b') }),
      fc.record({ do: fc.constant('end' as const), which: fc.nat(5) }),
      fc.record({ do: fc.constant('write' as const), key: fc.constantFrom('a', 'b') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const cache = cacheOf();
        const tagOf = { a: 'posts', b: 'bookmarks' } as const;
        const versions = { a: 0, b: 0 };
        const open: (() => void)[] = [];
        const answers: Promise<void>[] = [];
        for (const each of steps) {
          if (each.do === 'write') {
            versions[each.key]++;
            cache.drop([tagOf[each.key]]);
          } else if (each.do === 'end') {
            open.splice(each.which, 1)[0]?.();
            for (let turns = 0; turns < 5; turns++) await Promise.resolve();
          } else {
            const { key } = each;
            const least = versions[key];
            // The record is read when the fill begins, the worst that can be.
            const make = () => {
              const read = String(versions[key]);
              return new Promise<string>((resolve) => open.push(() => resolve(read)));
            };
            answers.push(
              cache
                .fill(key, [tagOf[key]], make)
                .then((version) => expect(Number(version)).toBeGreaterThanOrEqual(least)),
            );
          }
        }
        for (const end of open) end();
        await Promise.all(answers);
        for (const key of ['a', 'b'] as const)
          expect(cache.get(key) ?? String(versions[key])).toBe(String(versions[key]));
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { TaggedCache } from './tagged-cache.js';

let now = 0;
const cacheOf = (options: Partial<ConstructorParameters<typeof TaggedCache<string>>[0]> = {}) =>
  new TaggedCache<string>({ maxBytes: 1e6, sizeOf: (text) => text.length, now: () => now, ...options });

function deferred() {
  let finish: (value: string) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const result = new Promise<string>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return { make: jest.fn(() => result), finish, fail };
}

const returning = (value: string) => jest.fn(async () => value);

describe('TaggedCache', () => {
  it('computes a value once and then returns it from the cache', async () => {
    const cache = cacheOf();
    expect(cache.get('k')).toBeUndefined();
    expect(await cache.fill('k', ['posts'], returning('one'))).toBe('one');
    const again = returning('two');
    expect(await cache.fill('k', ['posts'], again)).toBe('one');
    expect(again).not.toHaveBeenCalled();
    expect(cache.get('k')).toBe('one');
  });

  it('returns a value that is not current as stale, until a flush, if it keeps them', async () => {
    const [keeping, other] = [cacheOf({ keepsStale: true }), cacheOf()];
    for (const cache of [keeping, other]) {
      await cache.fill('k', ['posts'], returning('one'));
      cache.invalidate(['posts']);
      expect(cache.get('k')).toBeUndefined();
    }
    expect([keeping.stale('k'), other.stale('k')]).toEqual(['one', undefined]);
    expect(await keeping.fill('k', ['posts'], returning('two'))).toBe('two');
    expect([keeping.get('k'), keeping.stale('k')]).toEqual(['two', 'two']);
    keeping.flush();
    expect(keeping.stale('k')).toBeUndefined();
  });

  it('shares one computation between fifty concurrent callers', async () => {
    const cache = cacheOf();
    const { make, finish } = deferred();
    const all = Promise.all(Array.from({ length: 50 }, () => cache.fill('k', ['posts'], make)));
    finish('one');
    expect(new Set(await all)).toEqual(new Set(['one']));
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('invalidates entries with one of the tags and no others', async () => {
    const cache = cacheOf();
    await cache.fill('post', ['posts', 'comments'], returning('post'));
    await cache.fill('bookmarks', ['bookmarks'], returning('bookmarks'));
    cache.invalidate(['comments', 'testimonials']);
    expect([cache.get('post'), cache.get('bookmarks')]).toEqual([undefined, 'bookmarks']);
    cache.flush();
    expect(cache.get('bookmarks')).toBeUndefined();
    expect(cache.bytes).toBe(0);
  });

  it.each([
    ['an invalidation of its tag', (cache: TaggedCache<string>) => cache.invalidate(['posts'])],
    ['a flush', (cache: TaggedCache<string>) => cache.flush()],
  ])(
    'returns a value invalidated by %s during its computation to early callers, without caching or sharing it',
    async (_how, invalidate) => {
      const cache = cacheOf();
      const old = deferred();
      const early = cache.fill('k', ['posts'], old.make);
      invalidate(cache);
      const fresh = deferred();
      const late = cache.fill('k', ['posts'], fresh.make);
      const later = cache.fill('k', ['posts'], returning('not computed'));
      fresh.finish('new');
      expect([await late, await later]).toEqual(['new', 'new']);
      old.finish('old');
      expect(await early).toBe('old');
      expect(cache.get('k')).toBe('new');
    },
  );

  it('shares a computation that began after an invalidation, although an older one of the key ends first', async () => {
    const cache = cacheOf();
    const [old, fresh] = [deferred(), deferred()];
    const early = cache.fill('k', ['posts'], old.make);
    cache.invalidate(['posts']);
    const late = cache.fill('k', ['posts'], fresh.make);
    old.finish('old');
    expect(await early).toBe('old');
    const later = cache.fill('k', ['posts'], returning('computed again'));
    fresh.finish('new');
    expect([await late, await later]).toEqual(['new', 'new']);
  });

  it('does not cache a value invalidated during its computation when no other caller requested it', async () => {
    const cache = cacheOf();
    const { make, finish } = deferred();
    const early = cache.fill('k', ['posts'], make);
    cache.invalidate(['posts']);
    finish('old');
    expect(await early).toBe('old');
    expect(cache.get('k')).toBeUndefined();
  });

  it('caches a value when only other tags were invalidated during its computation', async () => {
    const cache = cacheOf();
    const { make, finish } = deferred();
    const filling = cache.fill('k', ['posts'], make);
    cache.invalidate(['bookmarks']);
    finish('one');
    await filling;
    expect(cache.get('k')).toBe('one');
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws synchronously',
      () => {
        throw new Error('no');
      },
    ],
  ])('caches nothing when the computation %s, and computes again for the next caller', async (_how, make) => {
    const cache = cacheOf();
    await expect(cache.fill('k', ['posts'], make)).rejects.toThrow('no');
    expect(cache.get('k')).toBeUndefined();
    expect(await cache.fill('k', ['posts'], returning('one'))).toBe('one');
  });

  it('caches only values that `isCacheable` accepts', async () => {
    const cache = cacheOf({ isCacheable: (value) => value !== 'not cacheable' });
    expect(await cache.fill('k', ['posts'], returning('not cacheable'))).toBe('not cacheable');
    expect(cache.get('k')).toBeUndefined();
  });

  it('expires an entry after the lifetime, counted from the start of its computation', async () => {
    const cache = cacheOf({ lifetime: 100 });
    now = 1_000;
    const { make, finish } = deferred();
    const filling = cache.fill('k', ['posts'], make);
    now = 1_090;
    finish('one');
    await filling;
    expect(cache.get('k')).toBe('one');
    now = 1_100;
    expect(cache.get('k')).toBeUndefined();
    expect(await cache.fill('k', ['posts'], returning('two'))).toBe('two');
  });

  it('expires an entry after 60 s by default, also when nothing has invalidated it', async () => {
    jest.useFakeTimers();
    try {
      const cache = new TaggedCache<string>({ maxBytes: 1e6, sizeOf: (text) => text.length });
      await cache.fill('k', ['posts'], returning('one'));
      jest.advanceTimersByTime(59_999);
      expect(cache.get('k')).toBe('one');
      jest.advanceTimersByTime(1);
      expect(cache.get('k')).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  it('shortens the lifetime by the age of the source data', async () => {
    const cache = cacheOf({ lifetime: 100 });
    now = 1_000;
    await cache.fill('k', ['posts'], returning('one'), 70);
    now = 1_029;
    expect(cache.get('k')).toBe('one');
    now = 1_030;
    expect(cache.get('k')).toBeUndefined();
  });

  it('stays within maxBytes by evicting the least recently used, and does not cache an oversized value', async () => {
    const cache = cacheOf({ maxBytes: 10_000 });
    await cache.fill('hot', ['posts'], returning('x'.repeat(1_000)));
    for (let count = 0; count < 100; count++) {
      await cache.fill(`search ${count}`, ['posts'], returning('y'.repeat(1_000)));
      expect(cache.get('hot')).toBeDefined();
      expect(cache.bytes).toBeLessThanOrEqual(10_000);
    }
    expect(cache.get('search 0')).toBeUndefined();
    expect(await cache.fill('huge', ['posts'], returning('z'.repeat(20_000)))).toHaveLength(20_000);
    expect([cache.get('huge'), cache.get('hot')]).toEqual([undefined, expect.any(String)]);
  });

  it('counts the bytes of keys towards maxBytes, so that many long addresses do not exceed it', async () => {
    const cache = cacheOf({ maxBytes: 10_000 });
    for (let count = 0; count < 20; count++)
      await cache.fill(String(count).padEnd(2_000, 'x'), ['posts'], returning(''));
    const cached = Array.from({ length: 20 }, (_, count) => cache.get(String(count).padEnd(2_000, 'x')));
    expect(cached.filter((value) => value !== undefined)).toHaveLength(2);
  });

  it('never returns a value computed before the last invalidation, in whatever order computations end', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('read' as const), key: fc.constantFrom('a', 'b') }),
      fc.record({ do: fc.constant('end' as const), which: fc.nat(5) }),
      fc.record({ do: fc.constant('write' as const), key: fc.constantFrom('a', 'b') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const cache = cacheOf();
        const tagOf = { a: 'posts', b: 'bookmarks' } as const;
        const versions = { a: 0, b: 0 };
        const open: (() => void)[] = [];
        const reads: Promise<void>[] = [];
        for (const each of steps) {
          if (each.do === 'write') {
            versions[each.key]++;
            cache.invalidate([tagOf[each.key]]);
          } else if (each.do === 'end') {
            open.splice(each.which, 1)[0]?.();
            for (let turns = 0; turns < 5; turns++) await Promise.resolve();
          } else {
            const { key } = each;
            const least = versions[key];
            // The worst case: the record is read when the computation begins.
            const make = () => {
              const read = String(versions[key]);
              return new Promise<string>((resolve) => open.push(() => resolve(read)));
            };
            reads.push(
              cache
                .fill(key, [tagOf[key]], make)
                .then((version) => expect(Number(version)).toBeGreaterThanOrEqual(least)),
            );
          }
        }
        for (const end of open) end();
        await Promise.all(reads);
        for (const key of ['a', 'b'] as const)
          expect(cache.get(key) ?? String(versions[key])).toBe(String(versions[key]));
      }),
      { numRuns: 300, seed: jest.getSeed() },
    );
  });
});

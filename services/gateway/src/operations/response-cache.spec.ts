import { cacheSequenceKey } from '@docfolio/contracts/core/cache';
import { operation } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { allOperations } from '@docfolio/contracts/operations';
import { cacheSequenceHeader, cacheSequenceOf, isCurrent } from '@docfolio/edge/cache-sequence';
import { announceInvalidation } from '@docfolio/service-kit/events/cache-announcement';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { FixtureService } from '../testing/fixture-service.js';
import { startWorld, type World } from '../testing/world.js';

const base = { service: 'content', method: 'GET', access: 'public', summary: 'A page.' } as const;
const page = z.object({ text: z.string(), version: z.int() });
const pages = {
  list: operation({
    ...base,
    path: '/pages',
    input: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      search: z.string().trim().optional(),
      category: z.string().optional(),
    }),
    output: page,
    cache: ['posts'],
  }),
  read: operation({
    ...base,
    path: '/pages/:slug',
    input: z.strictObject({ slug: z.string() }),
    output: page,
    cache: ['posts', 'comments'],
  }),
  passing: operation({ ...base, path: '/passing', input: z.strictObject({}), output: page }),
};

let world: World;
let content: FixtureService;
let keys: Redis;
let version = 0;
let text = 'short';
/** The service delays its responses until this is resolved. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  const added = Object.entries(pages).map(([name, entry]) => ({ name: `pages.${name}`, operation: entry }));
  world = await startWorld({ own: ['redis'], operations: [...allOperations(), ...added] });
  keys = new Redis(world.redis.url);
  keys.on('error', () => undefined);
  const read = async () => {
    const answer = { text, version };
    await gate;
    return { ...answer, author_email: 'secret@example.com' };
  };
  content = await world.startService({
    service: 'content',
    handlers: {
      'GET /pages': read,
      'GET /passing': read,
      'GET /pages/:slug': async (input) => {
        const { slug } = input as { slug: string };
        if (slug === 'old') throw new ProblemError('moved', { location: '/pages/new' });
        if (slug === 'none') throw new ProblemError('not_found');
        return read();
      },
    },
  });
});
beforeEach(async () => {
  [text, gate] = ['short', Promise.resolve()];
  await change();
  content.reached.length = 0;
});
afterAll(async () => {
  keys.disconnect();
  await world.stop();
});

const get = (path: string, headers: Record<string, string> = {}) => world.api('GET', path, { headers });

/** Changes the response of the service and publishes an invalidation. Resolves when the gateway has received it. */
async function change(tags: Parameters<typeof announceInvalidation>[1] = ['posts']) {
  version++;
  const sequence = await announceInvalidation(keys, tags);
  await waitFor('the gateway to hear', async () => {
    const { headers } = await get('/pages?search=has-it-heard');
    return isCurrent(cacheSequenceOf(headers), sequence);
  });
}

describe('a public read', () => {
  it('is served from the cache with the same bytes and headers', async () => {
    const [first, second] = [await get('/pages'), await get('/pages')];
    expect(content.reached).toHaveLength(1);
    expect(second.body).toEqual({ text: 'short', version });
    const varying = { date: '', 'x-request-id': '' };
    const { age, ...same } = second.headers;
    expect({ ...same, ...varying }).toEqual({ ...first.headers, ...varying });
    // Only cache hits carry an Age header.
    expect(age).toMatch(/^\d$/);
    // An equal query in another spelling takes another path through the gateway and must hit the same entry.
    expect((await get('/pages?page=1')).headers.age).toMatch(/^\d$/);
    expect(second.headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(second.text)),
      vary: 'accept-encoding',
      'x-cache-tags': 'posts',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      [cacheSequenceHeader]: await keys.get(cacheSequenceKey),
    });
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  it.each([
    ['/pages', '/pages?page=1'],
    ['/pages?page=2&category=a', '/pages?category=a&page=2'],
    ['/pages?search=%20x', '/pages?search=x'],
    ['/pages/%61bc', '/pages/abc'],
  ])('%s shares its cache entry with %s', async (one, other) => {
    expect((await get(one)).text).toBe((await get(other)).text);
    expect(content.reached).toHaveLength(1);
  });

  it('has one cache entry per input', async () => {
    for (const path of ['/pages', '/pages?page=2', '/pages?category=a', '/pages?search=a', '/pages/a']) await get(path);
    expect(content.reached).toHaveLength(5);
  });

  it('is the same for all callers, signed in or not', async () => {
    await world.api('GET', '/pages', { token: 'nonsense' });
    const { access_token: token } = await world.signIn(await world.makeUser('admin'));
    await world.api('GET', '/pages', { token });
    expect(content.reached).toHaveLength(1);
    expect(content.reached[0]?.context.actor).toBeNull();
  });

  it('is fetched once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => get('/pages?page=3')));
    expect(new Set(answers.map(({ text: body }) => body)).size).toBe(1);
    expect(content.reached).toHaveLength(1);
  });

  it.each([
    ['/pages/none', 404],
    ['/pages?page=0', 400],
    ['/pages?color=red', 400],
    ['/pages?page=1&page=2', 400],
  ])('is not cached if it fails: %s', async (path, status) => {
    const answers = [await get(path), await get(path)];
    for (const answer of answers) {
      expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([
        status,
        'no-store',
        undefined,
      ]);
    }
    expect(content.reached).toHaveLength(status === 404 ? 2 : 0);
  });

  it('redirects to the new location of a renamed record, uncached', async () => {
    for (let times = 0; times < 2; times++) {
      const answer = await get('/pages/old');
      expect([answer.status, answer.headers.location]).toEqual([301, '/api/v1/pages/new']);
      expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8' });
      expect(answer.body).toMatchObject({ status: 301, code: 'moved', location: '/pages/new' });
    }
    expect(content.reached).toHaveLength(2);
  });

  it('is never cached if its operation has no cache tags', async () => {
    const answers = [await get('/passing'), await get('/passing')];
    expect(content.reached).toHaveLength(2);
    for (const { headers } of answers) expect(headers[cacheSequenceHeader]).toBeUndefined();
  });

  it('responds to HEAD with the headers alone', async () => {
    const { headers, text: body } = await get('/pages');
    const head = await world.api('HEAD', '/pages');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': String(body.length) });
  });

  it.each([false, true])('responds 304 to a client that has the current version (from the cache: %s)', async (kept) => {
    const { headers } = await get('/pages');
    const etag = headers.etag!;
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      if (!kept) await change();
      const now = kept ? etag : (await get('/pages/other')).headers.etag!;
      const answer = await get('/pages', { 'if-none-match': known.replace(etag, now) });
      expect([answer.status, answer.text]).toEqual([304, '']);
      expect(answer.headers).toMatchObject({ etag: now, 'cache-control': 'no-cache', vary: 'accept-encoding' });
      expect(answer.headers[cacheSequenceHeader]).toBeDefined();
      expect(answer.headers['content-type']).toBeUndefined();
    }
    expect((await get('/pages', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('counts towards the rate limit per address also from the cache', async () => {
    const limited = await startWorld({
      operations: [{ name: 'pages.list', operation: pages.list }, ...allOperations()],
      env: { RATE_LIMIT_REQUESTS: '5' },
      own: ['redis'],
    });
    try {
      await limited.startService({ service: 'content', handlers: { 'GET /pages': async () => ({ text, version }) } });
      const answers = [];
      for (let times = 0; times < 7; times++) answers.push(await limited.api('GET', '/pages'));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
      expect(answers.at(-1)?.headers['retry-after']).toBeDefined();
    } finally {
      await limited.stop();
    }
  });
});

describe('compression of public reads', () => {
  const long = 'A sentence that comes again and again. '.repeat(200);
  const raw = async (encoding: string) => {
    const response = await fetch(`http://127.0.0.1:${world.port}/api/v1/pages`, {
      headers: { 'accept-encoding': encoding },
    });
    return {
      encoding: response.headers.get('content-encoding'),
      length: Number(response.headers.get('content-length')),
      body: await response.text(),
    };
  };

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip;q=0.0', null],
  ])('sends a client of %s the encoding %s', async (accepted, encoding) => {
    text = long;
    await change();
    const answers = [await raw(accepted), await raw(accepted)];
    for (const answer of answers) {
      expect(answer.encoding).toBe(encoding);
      expect(JSON.parse(answer.body)).toEqual({ text: long, version });
      if (encoding) expect(answer.length).toBeLessThan(long.length / 10);
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});

describe('an invalidation', () => {
  it('removes entries with its tags and no others', async () => {
    await Promise.all([get('/pages'), get('/pages/a')]);
    const before = version;
    await change(['comments']);
    expect((await get('/pages')).body).toMatchObject({ version: before });
    expect((await get('/pages/a')).body).toMatchObject({ version });
    // Surviving entries are current, so they carry the new sequence.
    expect((await get('/pages')).headers[cacheSequenceHeader]).toBe(await keys.get(cacheSequenceKey));
  });

  it('lets a fill that started before it serve its callers without being cached', async () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    const [early, path] = [version, '/pages?page=7'];
    const waiting = get(path);
    await waitFor('the fill', async () => content.reached.length === 1);
    gate = Promise.resolve();
    await change();
    // A request after the invalidation must not share the fill that started before it.
    const late = await get(path);
    expect(late.body).toMatchObject({ version });
    open();
    const overtaken = await waiting;
    expect(overtaken.body).toMatchObject({ version: early });
    expect(cacheSequenceOf(overtaken.headers)).toBeLessThan(cacheSequenceOf(late.headers));
    expect((await get(path)).body).toMatchObject({ version });
  });
});

describe('public reads without Redis', () => {
  it('serve cache hits, respond 503 to misses, and refetch everything on reconnection', async () => {
    await get('/pages');
    const before = version;
    await world.redis.kill('SIGKILL');
    version++;
    const kept = await get('/pages');
    expect([kept.status, kept.body]).toEqual([200, { text, version: before }]);
    expect((await get('/pages?page=9')).status).toBe(503);
    await world.redis.restart();
    await waitFor('the news', async () => (await get('/pages')).text.includes(`"version":${version}`));
  });
});

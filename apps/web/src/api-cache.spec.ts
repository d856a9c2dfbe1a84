import type { ServerResponse } from 'node:http';
import { FixtureFeed } from '../test/rendering-fixture.js';
import { startUpstream, WebFixture } from '../test/web-fixture.js';

const list = '/api/v1/posts';
const cacheable = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
  etag: '"one"',
  'x-content-type-options': 'nosniff',
  'x-cache-tags': 'posts,comments',
};
const body = '{"items":[]}';

let feed: FixtureFeed;
let web: WebFixture;
let gateway: Awaited<ReturnType<typeof startUpstream>>;
/** Methods and URLs of the requests that the gateway has received. */
let received: string[];
let sequence: number;
let respond: (response: ServerResponse) => void;
const respondWith = (headers: Record<string, string>, status = 200, text = body) => {
  respond = (response) =>
    response
      .writeHead(status, {
        ...{ 'x-request-id': 'of-the-gateway', 'x-cache-sequence': String(sequence) },
        ...{ 'content-length': String(Buffer.byteLength(text)) },
        ...headers,
      })
      .end(text);
};

async function start(config: Record<string, string> = {}, { withoutFeed = false } = {}): Promise<void> {
  [feed, received, sequence] = [new FixtureFeed(), [], 0];
  respondWith(cacheable);
  gateway = await startUpstream((incoming, response) => {
    received.push(`${incoming.method} ${incoming.url}`);
    respond(response);
  });
  web = await WebFixture.start(
    { GATEWAY_URL: gateway.url, ...config },
    { invalidations: withoutFeed ? undefined : feed },
  );
}
afterEach(async () => {
  await web.stop();
  await gateway.stop();
});

/** Sends a GET. @returns whether the gateway received it */
async function reachesGateway(headers: Record<string, string> = {}, url = list): Promise<boolean> {
  const before = received.length;
  await web.get(url, headers);
  return received.length > before;
}

describe('a public response of the gateway', () => {
  beforeEach(() => start());

  it('is served from the cache with the same status, headers and body', async () => {
    const [first, second] = [await web.get(list), await web.get(list)];
    expect(received).toEqual([`GET ${list}`]);
    const varying = { date: '', 'x-request-id': '', age: '' };
    expect({ ...second.headers, ...varying }).toEqual({ ...first.headers, ...varying });
    expect([second.status, second.text, second.headers.age]).toEqual([200, body, '0']);
    expect(second.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.headers['x-cache-tags']).toBeUndefined();
    expect(first.headers['x-cache-tags']).toBeUndefined();
  });

  it('is requested again after one of its tags was invalidated, and not after another', async () => {
    await web.get(list);
    feed.invalidate(['bookmarks']);
    expect(await reachesGateway()).toBe(false);
    feed.invalidate(['comments']);
    sequence = 2;
    respondWith(cacheable, 200, '{"items":["new"]}');
    expect((await web.get(list)).text).toBe('{"items":["new"]}');
    expect(await reachesGateway()).toBe(false);
  });

  it('is not cached if the gateway had not received an invalidation that this process has', async () => {
    feed.invalidate(['posts']);
    await web.get(list);
    expect(await reachesGateway()).toBe(true);
  });

  it('is not cached if an invalidation arrives before the response', async () => {
    let release = () => {};
    const arrived = new Promise<void>((resolve) => {
      respond = (response) => {
        const headers = { ...cacheable, 'x-cache-sequence': '0', 'content-length': String(body.length) };
        release = () => response.writeHead(200, headers).end(body);
        resolve();
      };
    });
    const pending = web.get(list);
    await arrived;
    feed.invalidate(['posts']);
    release();
    expect((await pending).text).toBe(body);
    respondWith(cacheable);
    expect(await reachesGateway()).toBe(true);
  });

  it('is requested again after a flush', async () => {
    await web.get(list);
    feed.flush();
    expect(await reachesGateway()).toBe(true);
  });

  it('comes from the gateway while no invalidations are received', async () => {
    await web.get(list);
    feed.isSynced = false;
    expect(await reachesGateway()).toBe(true);
    feed.isSynced = true;
    expect(await reachesGateway()).toBe(false);
  });

  it.each<Record<string, string>>([{ authorization: 'Bearer token' }, { cookie: 'refresh=token' }])(
    'is neither served from the cache nor cached for a request with %j',
    async (headers) => {
      respondWith({ ...cacheable, etag: '"of-an-admin"' }, 200, '{"items":["of an admin"]}');
      await web.get(list, headers);
      respondWith(cacheable);
      expect((await web.get(list)).text).toBe(body);
      expect(await reachesGateway(headers)).toBe(true);
      expect((await web.get(list)).text).toBe(body);
      expect(received).toHaveLength(3);
    },
  );

  it('is 304 without a body for its ETag', async () => {
    await web.get(list);
    const current = await web.get(list, { 'if-none-match': 'W/"one", "two"' });
    expect([current.status, current.text, current.headers.etag]).toEqual([304, '', '"one"']);
    expect(current.headers['content-type']).toBeUndefined();
    expect((await web.get(list, { 'if-none-match': '"other"' })).status).toBe(200);
    expect(received).toHaveLength(1);
  });

  it('is whole for a Range, and HEAD goes to the gateway', async () => {
    await web.get(list);
    const ranged = await web.get(list, { range: 'bytes=0-1' });
    expect([ranged.status, ranged.text]).toEqual([200, body]);
    const head = await web.get(list, {}, 'HEAD');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(received).toEqual([`GET ${list}`, `HEAD ${list}`]);
    expect(await reachesGateway()).toBe(false);
  });

  it('is cached by encoding and by the whole URL', async () => {
    for (const [url, encoding] of [
      [list, 'identity'],
      [list, 'gzip, br'],
      [list, 'gzip'],
      [`${list}?page=2`, 'identity'],
    ] as const) {
      expect([url, encoding, await reachesGateway({ 'accept-encoding': encoding }, url)]).toEqual([
        url,
        encoding,
        true,
      ]);
      expect([url, encoding, await reachesGateway({ 'accept-encoding': encoding }, url)]).toEqual([
        url,
        encoding,
        false,
      ]);
    }
    expect(await reachesGateway({ 'accept-encoding': 'br;q=0' })).toBe(false);
  });

  it.each([
    ['58', false],
    ['60', true],
  ])('that the gateway has cached for %s s is cached for the rest of 60 s', async (age, isRequestedAgain) => {
    respondWith({ ...cacheable, age });
    await web.get(list);
    expect(await reachesGateway()).toBe(isRequestedAgain);
    if (!isRequestedAgain) expect((await web.get(list)).headers.age).toBe(age);
  });

  it('that ends early is 503, and not cached', async () => {
    respond = (response) => {
      response.writeHead(200, { ...cacheable, 'x-cache-sequence': '0', 'content-length': '100' }).write('{');
      setImmediate(() => response.destroy());
    };
    const answer = await web.get(list);
    expect([answer.status, answer.headers.etag, answer.headers['retry-after']]).toEqual([503, undefined, '1']);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'unavailable' });
    respondWith(cacheable);
    expect((await web.get(list)).text).toBe(body);
  });

  const { 'x-cache-tags': _tags, ...withoutTags } = cacheable;
  const { etag: _etag, ...withoutEtag } = cacheable;
  it.each([
    ['has no tags', withoutTags, 200, body],
    ['has no ETag', withoutEtag, 200, body],
    ['varies by another header', { ...cacheable, vary: 'accept-encoding, cookie' }, 200, body],
    ['has status 404', cacheable, 404, '{"code":"not_found"}'],
    ['has status 500', cacheable, 500, '{"code":"internal"}'],
    ['has more than 1 MiB', cacheable, 200, JSON.stringify('x'.repeat(1024 * 1024))],
  ])('is not cached if it %s', async (_which, headers, status, text) => {
    respondWith(headers, status, text);
    for (const count of [1, 2]) {
      const answer = await web.get(list);
      expect([answer.status, answer.text.length, received.length]).toEqual([status, text.length, count]);
    }
  });
});

it('is served from the cache up to the request limit; then the gateway decides', async () => {
  await start({ RATE_LIMIT_REQUESTS: '3', TRUSTED_PROXIES: '127.0.0.1' });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const isProxied = [];
  for (let count = 0; count < 6; count += 1) isProxied.push(await reachesGateway(from('198.51.100.1')));
  expect(isProxied).toEqual([true, false, false, false, true, true]);
  expect(await reachesGateway(from('198.51.100.2'))).toBe(false);
});

it('is not cached without an invalidation feed', async () => {
  await start({}, { withoutFeed: true });
  expect([await reachesGateway(), await reachesGateway()]).toEqual([true, true]);
});

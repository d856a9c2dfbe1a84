import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { buildFileLimit, type RemoteState, remoteChanged } from '@docfolio/contracts/entities/remote';
import type { BytesOptions } from '@docfolio/service-kit/bytes/bytes-routes';
import { announceInvalidation } from '@docfolio/service-kit/events/cache-announcement';
import { type ByteOwner, startByteOwner } from '@docfolio/service-kit/testing/byte-owner';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import type { FixtureService } from '../testing/fixture-service.js';
import { bytesSecret, startWorld, type World } from '../testing/world.js';

const build = 'e07b6d1-44c90a12';
const path = 'assets/main.js';
const bytes = randomBytes(300_000);
const etag = `"${createHash('sha384').update(bytes).digest('base64')}"`;
const trustedProxy = '127.0.7.1';
const immutable = 'public, max-age=31536000, immutable';

let owner: ByteOwner;
let receive: NonNullable<BytesOptions['receive']>;
let world: World;
let media: FixtureService;
let session: string;
let token: string;
let states: RemoteState[] = [];
/** Names of the objects that the media service was asked for, in order. */
const asked: string[] = [];

beforeAll(async () => {
  owner = await startByteOwner('media', bytesSecret, {
    find: async (object) => {
      asked.push(object);
      if (object !== `remotes/blog/${build}/${path}`) throw new ProblemError('not_found');
      return { object, size: bytes.length, contentType: 'text/javascript; charset=utf-8', etag };
    },
    receive: (...call) => receive(...call),
  });
  await owner.store.put(`remotes/blog/${build}/${path}`, bytes, { contentType: 'text/javascript' });
  world = await startWorld({ env: { MEDIA_URL: owner.url, TRUSTED_PROXIES: trustedProxy } });
  media = await world.startService({ service: 'media', handlers: { 'GET /remotes': async () => ({ items: states }) } });
  session = (await world.signIn(await world.makeUser('admin'))).access_token;
  const body = { name: 'CI', scopes: ['remotes:write'] };
  ({ token } = (await world.api('POST', '/admin/api-tokens', { token: session, body })).body as { token: string });
});
afterAll(async () => {
  await world.stop();
  await owner.stop();
});
beforeEach(() => {
  asked.length = 0;
});

const addressOf = (file: string, { name = 'blog', id = build } = {}) =>
  `/remotes/${name}/builds/${id}/files?path=${encodeURIComponent(file)}`;

async function get(address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port: world.port, path: `/api/v1${address}`, headers, method });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

describe('a file of a build', () => {
  it('is cacheable forever and cannot run as a page', async () => {
    const response = await get(addressOf(path));
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'cache-control': immutable,
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': '300000',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      etag,
    });
    expect((await buffer(response)).equals(bytes)).toBe(true);
    expect(asked).toEqual([`remotes/blog/${build}/${path}`]);
  });

  it.each([
    `/remotes/blog/builds/${build}/files?path=server/server.js`,
    addressOf(path),
    `/remotes/blog/builds/${build}`,
    `/remotes/blog/%62uilds/${build}`,
    `/%72emotes/blog/builds/${build}/fil%65s?path=${path}`,
  ])('and its record are not found by a visitor: %s', async (address) => {
    // As the web process forwards requests.
    const forwarded = {
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'example.com',
      'x-forwarded-proto': 'https',
    };
    for (const method of ['GET', 'HEAD']) {
      const response = await get(address, forwarded, method);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([404, 'no-store']);
      response.resume();
    }
    expect(asked).toEqual([]);
  });

  it('is served in ranges, and 416 is not cacheable', async () => {
    const response = await get(addressOf(path), { range: 'bytes=100-299' });
    expect(response.statusCode).toBe(206);
    expect(response.headers).toMatchObject({ 'content-range': 'bytes 100-299/300000', 'cache-control': immutable });
    expect((await buffer(response)).equals(bytes.subarray(100, 300))).toBe(true);
    const answer = await world.api('GET', addressOf(path), { headers: { range: 'bytes=300000-' } });
    expect(answer).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('is not sent again to a client that has it', async () => {
    const answer = await world.api('GET', addressOf(path), { headers: { 'if-none-match': etag } });
    expect(answer).toMatchObject({ status: 304, text: '', headers: { etag, 'cache-control': immutable } });
  });

  it('is described to HEAD without a body', async () => {
    const response = await get(addressOf(path), {}, 'HEAD');
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({ 'content-length': '300000', 'cache-control': immutable, etag });
    expect(await buffer(response)).toHaveLength(0);
  });

  it('is not found, and not cacheable, in a build without it', async () => {
    const answer = await world.api('GET', addressOf('assets/other.js'));
    expect(answer).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
      headers: { 'cache-control': 'no-store' },
    });
    expect(asked).toEqual([`remotes/blog/${build}/assets/other.js`]);
  });

  it.each([
    ['..', build],
    ['BLOG', build],
    ['blog', 'latest'],
    ['blog', `${build}0`],
    ['blog%2f..', build],
  ])('of the impossible build %s %s is not found without a request to the media service', async (name, id) => {
    const answer = await world.api('GET', addressOf(path, { name, id }));
    expect(answer).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    expect(asked).toEqual([]);
  });

  it.each(['', '..', '../secret', 'assets/../../x', '/etc/passwd', '.env', 'assets/.env', 'a\\b', 'a\0b', 'a//b'])(
    'with the path "%s" is refused without a request to the media service',
    async (file) => {
      const answer = await world.api('GET', addressOf(file));
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ path: 'path' }] } });
      expect(asked).toEqual([]);
    },
  );

  it.each(['', `?path=${path}&path=x`, `?path=${path}&other=x`])('is refused with the query "%s"', async (query) => {
    const answer = await world.api('GET', `/remotes/blog/builds/${build}/files${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(asked).toEqual([]);
  });
});

interface Upload {
  type?: string;
  length?: number;
  as?: string | undefined;
  to?: string;
}

/** Starts an upload whose body the test writes. */
function begin({ type = 'application/octet-stream', length, to = addressOf(path), ...more }: Upload = {}) {
  const bearer = 'as' in more ? more.as : token;
  const sent = request({
    ...{ host: '127.0.0.1', port: world.port, path: `/api/v1/admin${to}`, method: 'POST', agent: false },
    headers: {
      'content-type': type,
      ...(length !== undefined && { 'content-length': String(length) }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
  });
  const answer = once(sent, 'response').then(async ([response]) => {
    const { statusCode, headers } = response as IncomingMessage;
    const body = JSON.parse((await buffer(response)).toString()) as Record<string, unknown>;
    return { status: statusCode, headers, body };
  });
  answer.catch(() => undefined);
  return { sent, answer };
}

describe('an API token', () => {
  const tokenFor = async (...scopes: string[]) => {
    const answer = await world.api('POST', '/admin/api-tokens', { token: session, body: { name: 'CI', scopes } });
    return (answer.body as { token: string }).token;
  };
  /** The calls about a remote: each as method, path below the remote's, and body. */
  const changes: [string, string, object][] = [
    ['POST', '/builds', { record: '{}', key_id: 'a'.repeat(16), signature: 'a'.repeat(86) }],
    ['POST', '/promote', { build, version: 1 }],
    ['POST', '/rollback', { version: 1 }],
    ['POST', '/pin', { pinned: true, version: 1 }],
  ];
  const reads: [string, string, undefined][] = [
    ['GET', '/builds', undefined],
    ['GET', `/builds/${build}/check`, undefined],
    ['GET', '/statistics', undefined],
  ];
  /** Returns how each call about a remote ends with a token. The media service of this test knows no remote: 404. */
  async function outcomes(calls: typeof changes | typeof reads, token: string, name: string) {
    media.reached.length = 0;
    const statuses: number[] = [];
    for (const [method, address, body] of calls)
      statuses.push((await world.api(method, `/admin/remotes/${name}${address}`, { token, body })).status);
    return { statuses: [...new Set(statuses)], reached: media.reached.length };
  }
  const uploadTo = async (name: string, token: string) => {
    receive = async (_, incoming) => {
      await buffer(incoming);
      return { complete: true };
    };
    const { sent, answer } = begin({ as: token, to: addressOf(path, { name }) });
    sent.end('x');
    return (await answer).status;
  };

  it.each([
    ['remotes:write:reading', 'reading', true, true],
    ['remotes:write:reading', 'blog', false, false],
    ['remotes:write:reading', 'crm', false, false],
    ['remotes:write:crm', 'crm', true, true],
    ['remotes:write:crm', 'blog', false, false],
    ['remotes:write', 'blog', true, true],
    ['remotes:write', 'anything-new', true, true],
    // What runs in an admin's session may be read with a token for all other remotes, but not changed.
    ['remotes:write', 'crm', true, false],
  ])('with the scope %s: of %s it may read (%p) and change (%p)', async (scope, name, mayRead, mayChange) => {
    const token = await tokenFor(scope);
    const expected = (calls: readonly unknown[], isAllowed: boolean) =>
      isAllowed ? { statuses: [404], reached: calls.length } : { statuses: [403], reached: 0 };
    expect(await outcomes(reads, token, name)).toEqual(expected(reads, mayRead));
    expect(await outcomes(changes, token, name)).toEqual(expected(changes, mayChange));
    expect(await uploadTo(name, token)).toBe(mayChange ? 201 : 403);
  });

  it('with the scopes of two remotes changes both', async () => {
    const token = await tokenFor('remotes:write:reading', 'remotes:write:crm');
    for (const name of ['reading', 'crm'])
      expect(await outcomes(changes, token, name)).toMatchObject({ statuses: [404] });
    expect(await outcomes(changes, token, 'blog')).toMatchObject({ statuses: [403] });
  });

  it('of one remote reads its history and no other, and gets the name of the scope that a call needs', async () => {
    const token = await tokenFor('remotes:write:reading');
    const history = (query: string) => world.api('GET', `/admin/remote-changes${query}`, { token });
    expect((await history('?remote=reading')).status).toBe(404);
    for (const [query, scope] of [
      ['?remote=blog', 'remotes:write:blog'],
      ['', 'remotes:write'],
      ['?remote=reading&remote=blog', 'remotes:write'],
    ] as const)
      expect(await history(query)).toMatchObject({
        ...{ status: 403, body: { code: 'not_allowed', detail: `The API token does not have the scope ${scope}.` } },
      });
    expect((await world.api('GET', '/admin/remotes', { token })).status).toBe(404);
  });
});

describe('an upload of a file of a build', () => {
  it('is forwarded as it arrives, and the response of the media service is returned', async () => {
    const arrived: Buffer[] = [];
    let name: string | undefined;
    receive = async (object, incoming) => {
      name = object;
      for await (const chunk of incoming) arrived.push(chunk as Buffer);
      return { complete: false };
    };
    const { sent, answer } = begin();
    sent.write('the beginning');
    await waitFor('the beginning arrives', async () => Buffer.concat(arrived).toString() === 'the beginning');
    sent.end(' and the end');
    expect(await answer).toMatchObject({
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: { complete: false },
    });
    expect(name).toBe(`remotes/blog/${build}/${path}`);
    expect(Buffer.concat(arrived).toString()).toBe('the beginning and the end');
  });

  it('may have as many bytes as a file of a build', async () => {
    let size = 0;
    receive = async (_, incoming) => {
      size = (await buffer(incoming)).length;
      return { complete: true };
    };
    const { sent, answer } = begin({ length: buildFileLimit });
    sent.end(Buffer.alloc(buildFileLimit));
    expect((await answer).status).toBe(201);
    expect(size).toBe(buildFileLimit);
  });

  it('may be of an empty file', async () => {
    let size: number | undefined;
    receive = async (_, incoming) => {
      size = (await buffer(incoming)).length;
      return { complete: true };
    };
    const { sent, answer } = begin({ length: 0 });
    sent.end();
    expect((await answer).status).toBe(201);
    expect(size).toBe(0);
  });

  it('is not forwarded if Content-Length exceeds the limit', async () => {
    let reached = false;
    receive = async () => {
      reached = true;
    };
    const { sent, answer } = begin({ length: buildFileLimit + 1 });
    sent.end(Buffer.alloc(buildFileLimit + 1));
    const refusal = { code: 'body_too_large', detail: 'A file of a build has at most 10 MiB.' };
    expect(await answer).toMatchObject({ status: 413, body: refusal });
    expect(reached).toBe(false);
  });

  it('is accepted from a signed-in admin', async () => {
    receive = async (_, incoming) => {
      await buffer(incoming);
      return { complete: true };
    };
    const { sent, answer } = begin({ as: session });
    sent.end('x');
    expect((await answer).status).toBe(201);
  });

  it.each([
    ['an anonymous caller', undefined, 'not_signed_in'],
    ['a caller with an unknown API token', `docfolio_${'A'.repeat(43)}`, 'token_invalid'],
  ])('of %s is refused before anything reaches the media service', async (_, as, code) => {
    let reached = false;
    receive = async () => {
      reached = true;
    };
    const { sent, answer } = begin({ as, length: buildFileLimit });
    sent.end(Buffer.alloc(buildFileLimit));
    expect(await answer).toMatchObject({ status: 401, body: { code } });
    expect(reached).toBe(false);
  });

  it.each(['application/json', 'text/javascript', 'application/octet-stream2', 'multipart/form-data; boundary=b'])(
    'of type %s is refused',
    async (type) => {
      const { sent, answer } = begin({ type });
      sent.end('{}');
      const refusal = { code: 'unsupported_media_type', detail: 'Send the file as application/octet-stream.' };
      expect(await answer).toMatchObject({ status: 415, body: refusal });
    },
  );

  it('is refused to an impossible path or build', async () => {
    let reached = false;
    receive = async () => {
      reached = true;
    };
    for (const [to, status] of [
      [addressOf('../x'), 400],
      [addressOf(path, { id: 'latest' }), 404],
    ] as const) {
      const { sent, answer } = begin({ to });
      sent.end('x');
      expect((await answer).status).toBe(status);
    }
    expect(reached).toBe(false);
  });

  it.each([
    ['not_found', 404, 'There is no such build.'],
    ['build_refused', 422, 'The hash of assets/main.js is wrong.'],
    ['body_too_large', 413, 'Longer than the record says.'],
  ] as const)('gets the problem %s of the media service before its end', async (code, status, detail) => {
    receive = async (_, incoming) => {
      await once(incoming, 'data');
      throw new ProblemError(code, { detail });
    };
    const { sent, answer } = begin();
    sent.end(Buffer.alloc(buildFileLimit));
    expect(await answer).toMatchObject({ status, body: { code, detail } });
  });

  it('is aborted at the media service when the sender disconnects', async () => {
    let outcome: Promise<unknown> | undefined;
    receive = (_, incoming) => {
      outcome = Promise.allSettled([buffer(incoming)]);
      return outcome;
    };
    const { sent } = begin({ length: 1_000 });
    sent.on('error', () => undefined).write('half of');
    await waitFor('it is on its way', async () => outcome !== undefined);
    sent.destroy();
    expect(await outcome).toMatchObject([{ status: 'rejected' }]);
  });
});

describe('the deployed builds of all remotes', () => {
  const state: RemoteState = { name: 'blog', current: build, previous: null, canary: null, retired: [] };
  const read = async (as?: string) => (await world.api('GET', '/remotes', { token: as })).body;
  const invalidate = async () => {
    const keys = new Redis(world.redis.url);
    await announceInvalidation(keys, remoteChanged.drops);
    keys.disconnect();
  };

  it('are cached until a remote changes', async () => {
    states = [state];
    expect(await read()).toEqual({ items: [state] });
    states = [{ ...state, current: null }];
    expect(await read()).toEqual({ items: [state] });
    await invalidate();
    await waitFor('the new build', async () => isDeepStrictEqual(await read(), { items: states }), 10_000);
  });

  it('are read without the identity of a caller with an API token, because the cache is shared', async () => {
    media.reached.length = 0;
    await invalidate();
    await waitFor('a request', async () => {
      await read(token);
      return media.reached.length > 0;
    });
    expect(media.reached[0]?.context.actor).toBeNull();
  });
});

it('records who publishes with an API token', async () => {
  media.reached.length = 0;
  const body = { record: '{}', key_id: '0'.repeat(16), signature: 'A'.repeat(86) };
  await world.api('POST', '/admin/remotes/blog/builds', { token, body });
  expect(media.reached[0]?.context.actor).toEqual({ user_id: expect.any(String), email: '<CI>' });
});

it('responds 503 with Retry-After to an upload and a read while the media service is down', async () => {
  await owner.close();
  const { sent, answer } = begin();
  sent.end(randomUUID());
  expect(await answer).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { code: 'unavailable' } });
  const read = await world.api('GET', addressOf(path));
  expect(read).toMatchObject({ status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1' } });
  await owner.listen();
});

describe('a report of a page', () => {
  /** Reports from an address behind a trusted proxy. Returns what the media service learns of the client. */
  async function clientOf(address: string): Promise<string | undefined> {
    media.reached.length = 0;
    const body = {
      reports: [{ remote: 'blog', build: null, result: 'loaded' }],
      token: 'key.nonce.time.blog:0.signature',
    };
    await world.api('POST', '/remote-reports', { body, from: trustedProxy, headers: { 'x-forwarded-for': address } });
    return media.reached[0]?.context.client;
  }

  it('reaches the media service with a hash of the client’s network, the same for each of its addresses', async () => {
    const [one, same, other, four] = [
      await clientOf('2001:db8:1:2::1'),
      await clientOf('2001:db8:1:ffff::9'),
      await clientOf('2001:db8:2::1'),
      await clientOf('192.0.2.7'),
    ];
    expect(one).toMatch(/^[\w-]{16}$/);
    expect(same).toBe(one);
    expect(new Set([one, other, four]).size).toBe(3);
  });

  it('of a client that prepends another address has the hash of its real one', async () => {
    expect(await clientOf('198.51.100.1, 192.0.2.7')).toBe(await clientOf('192.0.2.7'));
  });

  it('says nothing of clients to other operations', async () => {
    media.reached.length = 0;
    await world.api('GET', '/admin/remotes', { token: session });
    expect(media.reached.map(({ context }) => context.client)).toEqual([undefined]);
  });
});

import { type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { acceptedEncoding } from './accepted-encoding.js';
import { AddressLimit } from './address-limit.js';
import { type CacheHit, KeysByUrl, type ReadyResponses } from './ready-responses.js';
import { createReadyServer, type ReadyServerOptions } from './ready-server.js';
import { Representations, type RepresentationsOptions, responseWith } from './representations.js';
import { slowClientLimits } from './slow-clients.js';
import { parseTrustedProxies } from './trusted-proxies.js';

const text = 'A sentence that comes again and again. '.repeat(200);
const headsOf: RepresentationsOptions['headsOf'] = (etag, length, encoding) => ({
  headWithoutBody: { etag },
  head: { etag, 'content-length': String(length), 'content-encoding': encoding },
});
const representationsOf = (body: string, options: Partial<RepresentationsOptions> = {}) =>
  new Representations(Buffer.from(body), { quality: 5, headsOf, ...options });

/** A cache whose responses to `urls` are ready. */
class FixtureResponses implements ReadyResponses {
  readonly texts = new Map<string, Representations>();
  limit?: AddressLimit;

  find({ url = '', headers }: IncomingMessage, requestId: string): CacheHit | undefined {
    const representation = this.texts.get(url)?.peek(acceptedEncoding(headers));
    if (!representation) return undefined;
    const { status, head, body } = responseWith(representation, headers['if-none-match']);
    const response = { status, head: head.concat('x-request-id', requestId), body };
    return { response, name: { cache: 'responses', operation: 'GET /list', route: '/list' } };
  }
}

describe('a server of ready responses', () => {
  let responses: FixtureResponses;
  let health: { isStopping: boolean };
  let server: Server;
  const logHit = jest.fn<void, Parameters<ReadyServerOptions['logHit']>>();
  const others = jest.fn<void, Parameters<RequestListener>>((_request, response) => {
    response.writeHead(404).end('others');
  });

  beforeEach(async () => {
    jest.clearAllMocks();
    responses = new FixtureResponses();
    responses.texts.set('/list', representationsOf(text));
    health = { isStopping: false };
    const second = new FixtureResponses();
    second.texts.set('/list', representationsOf('of the second cache')).set('/other', representationsOf('other'));
    server = createReadyServer(others, {
      ...{ sources: [responses, second], proxies: parseTrustedProxies(''), health, slowClients: slowClientLimits },
      isUpload: () => false,
      requestId: ({ headers }) => String(headers['x-request-id'] ?? 'r-1'),
      refuse: ({ url }, response) => url === '/refused' && Boolean(response.writeHead(400).end('refused')),
      logHit,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  interface Answer {
    status: number;
    headers: IncomingMessage['headers'];
    body: string;
  }

  const send = (path: string, headers: Record<string, string> = {}, method = 'GET', body?: string) =>
    new Promise<Answer>((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const sent = request({ port, path, headers, method, agent: false }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const { statusCode = 0, headers: received } = response;
        resolve({ status: statusCode, headers: received, body: String(Buffer.concat(chunks)) });
      });
      sent.on('error', reject).end(body);
    });

  it('sends a cached response with its headers, from the first cache that has one', async () => {
    expect(await send('/list', { 'x-request-id': 'r-7' })).toMatchObject({
      status: 200,
      headers: { 'content-length': String(text.length), 'x-request-id': 'r-7' },
      body: text,
    });
    expect((await send('/other')).body).toBe('other');
    expect(others).not.toHaveBeenCalled();
    expect(
      logHit.mock.calls.map(([{ url }, { name, response }, id]) => [url, name.route, response.status, id]),
    ).toEqual([
      ['/list', '/list', 200, 'r-7'],
      ['/other', '/list', 200, 'r-1'],
    ]);
  });

  it('sends 304 without a body for the ETag of the encoding', async () => {
    const { headers } = await send('/list');
    expect(await send('/list', { 'if-none-match': `"x", W/${headers.etag}` })).toMatchObject({
      status: 304,
      headers: { etag: headers.etag },
      body: '',
    });
    expect((await send('/list', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['a URL that is not cached', '/none', {}, 'GET', undefined],
    ['an encoding that is not cached', '/list', { 'accept-encoding': 'br' }, 'GET', undefined],
    ['another method', '/list', {}, 'POST', undefined],
    ['a body', '/list', { 'content-length': '2' }, 'GET', '{}'],
    ['a body of unknown length', '/list', { 'transfer-encoding': 'chunked' }, 'GET', '{}'],
  ])('leaves a request with %s to the framework', async (_which, path, headers, method, body) => {
    expect((await send(path, headers, method, body)).body).toBe('others');
    expect(logHit).not.toHaveBeenCalled();
  });

  it('leaves all requests to the framework during shutdown', async () => {
    health.isStopping = true;
    expect((await send('/list')).body).toBe('others');
  });

  it('counts hits of a limited cache only, and leaves those above the limit to the framework', async () => {
    responses.limit = new AddressLimit(2);
    const bodies = [];
    for (const path of ['/none', '/other', '/list', '/list', '/list', '/other']) bodies.push((await send(path)).body);
    expect(bodies).toEqual(['others', 'other', text, text, 'others', 'other']);
  });

  it('responds to a refused request itself, cached or not', async () => {
    responses.texts.set('/refused', representationsOf(text));
    expect(await send('/refused')).toMatchObject({ status: 400, body: 'refused' });
    expect(others).not.toHaveBeenCalled();
  });
});

describe('representations of a text', () => {
  it('have an ETag of their own and headers for each encoding, and are compressed once', async () => {
    const representations = representationsOf(text);
    expect(representations.peek('br')).toBeUndefined();
    const [plain, br, gzip, again] = await Promise.all(
      (['identity', 'br', 'gzip', 'br'] as const).map((encoding) => representations.get(encoding)),
    );
    expect(again).toBe(br);
    expect(representations.peek('br')).toBe(br);
    expect([plain?.body, brotliDecompressSync(br!.body), gunzipSync(gzip!.body)].map(String)).toEqual([
      text,
      text,
      text,
    ]);
    expect(new Set([plain?.etag, br?.etag, gzip?.etag]).size).toBe(3);
    expect(br).toMatchObject({
      etag: representations.etagOf('br'),
      head: ['etag', br?.etag, 'content-length', String(br?.body.length), 'content-encoding', 'br'],
      headWithoutBody: ['etag', br?.etag],
    });
    expect(plain?.head).not.toContain('content-encoding');
  });

  it('are sent plain if shorter than 1 KB or not halved, where that is asked for', async () => {
    const random = Array.from({ length: 2_000 }, (_, at) =>
      String.fromCharCode(33 + (((at * 7_919) ^ (at * at)) % 90)),
    );
    for (const body of ['short', random.join('')]) {
      const representations = representationsOf(body, { onlyIfHalved: true });
      expect(await representations.get('br')).toBe(representations.peek('identity'));
      expect(representations.peek('br')).toBe(representations.peek('identity'));
      expect((await representationsOf(body).get('br')).head).toContain('content-encoding');
    }
    const long = representationsOf(text, { onlyIfHalved: true });
    expect((await long.get('br')).body.length).toBeLessThan(text.length / 2);
    expect(long.size).toBeGreaterThanOrEqual(text.length + (await long.get('br')).body.length);
  });
});

describe('keys by URL', () => {
  it('are remembered for 10,000 URLs of up to 300 characters', () => {
    const keys = new KeysByUrl<number>();
    for (let count = 0; count < 10_000; count++) keys.set(`/${count}`, count);
    keys.set('x'.repeat(301), 1);
    expect([keys.get('/0'), keys.get('/9999'), keys.get('x'.repeat(301))]).toEqual([0, 9_999, undefined]);
    keys.set('x'.repeat(300), 1);
    expect([keys.get('/0'), keys.get('x'.repeat(300))]).toEqual([undefined, 1]);
  });
});

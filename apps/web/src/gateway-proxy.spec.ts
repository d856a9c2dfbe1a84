import { once } from 'node:events';
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { liveHeartbeat } from '@docfolio/contracts/core/live';
import { send, startUpstream, WebFixture } from '../test/web-fixture.js';

interface Received {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const received: Received[] = [];
let live: ServerResponse | undefined;
let gateway: Awaited<ReturnType<typeof startUpstream>>;
let web: WebFixture;

beforeAll(async () => {
  gateway = await startUpstream(async (incoming, response) => {
    if (incoming.url === '/api/v1/admin/live') {
      live = response;
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('event: hello\n\n');
      return;
    }
    let body = '';
    for await (const chunk of incoming) body += chunk;
    received.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body });
    response.writeHead(422, { 'content-type': 'application/problem+json', 'retry-after': '7', 'x-request-id': 'g-1' });
    response.end('{"code":"idempotency_key_reused"}');
  });
  web = await WebFixture.start({ GATEWAY_URL: gateway.url });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(async () => {
  await web.stop();
  await gateway.stop();
});

it('forwards request and response unchanged', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k', authorization: 'Bearer t' };
  const answer = await send(web.url, '/api/v1/leads?a=%20b', headers, 'POST', '{"name":"Ada"}');
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ method: 'POST', url: '/api/v1/leads?a=%20b', body: '{"name":"Ada"}', headers });
  expect(answer).toMatchObject({ status: 422, text: '{"code":"idempotency_key_reused"}' });
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json', 'retry-after': '7' });
  expect(answer.headers['content-security-policy']).toBeUndefined();
});

it.each(['/api/v1/admin/failed-mails/..%2fx/retry', '/api/v1/%2e%2e/x'])(
  'refuses %s with problem+json',
  async (path) => {
    const answer = await send(web.url, path, {}, 'POST');
    expect(received).toHaveLength(0);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(answer.text)).toMatchObject({ status: answer.status, code: expect.any(String) });
  },
);

it('sets X-Forwarded-For to the socket’s address and ignores the client’s headers', async () => {
  await web.get('/api/v1/posts', {
    'x-forwarded-for': '203.0.113.9, 10.0.0.1',
    forwarded: 'for=203.0.113.9',
    'x-real-ip': '203.0.113.9',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-request-id': 'chosen-by-the-client',
  });
  const { headers } = received[0]!;
  expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  expect(headers['x-forwarded-host']).toBe(new URL(web.url).host);
  expect(headers['x-forwarded-proto']).toBe('http');
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.forwarded).toBeUndefined();
  expect(headers['x-real-ip']).toBeUndefined();
});

describe('behind a trusted proxy', () => {
  let behind: WebFixture;
  afterEach(() => behind.stop());
  const said = {
    'x-forwarded-for': '203.0.113.9, 198.51.100.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'a.example',
  };

  it('forwards the client address of a trusted proxy', async () => {
    behind = await WebFixture.start({ GATEWAY_URL: gateway.url, TRUSTED_PROXIES: '127.0.0.1' });
    await behind.get('/api/v1/posts', said);
    // Only the last address comes from the proxy; the client may have sent the others.
    expect(received[0]!.headers).toMatchObject({ ...said, 'x-forwarded-for': '198.51.100.7' });
    expect((await behind.get('/robots.txt', said)).text).toContain('https://a.example/sitemap.xml');
  });

  it('ignores forwarding headers of other proxies', async () => {
    behind = await WebFixture.start({ GATEWAY_URL: gateway.url, TRUSTED_PROXIES: '10.0.0.0/8' });
    await behind.get('/api/v1/posts', said);
    expect(received[0]!.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect((await behind.get('/robots.txt', said)).text).not.toContain('a.example');
  });
});

describe('/images', () => {
  it('proxies an image of the gateway with the query', async () => {
    const asked = { 'if-none-match': '"e"', range: 'bytes=0-9' };
    const answer = await web.get('/images/a.webp?w=640', asked);
    expect(received).toMatchObject([{ method: 'GET', url: '/api/v1/images/a.webp?w=640', headers: asked }]);
    expect(answer).toMatchObject({ status: 422, text: '{"code":"idempotency_key_reused"}' });
    await web.get('/images/a.webp', {}, 'HEAD');
    expect(received[1]).toMatchObject({ method: 'HEAD', url: '/api/v1/images/a.webp' });
  });

  it.each([
    ['GET', '/images'],
    ['GET', '/images/a/b'],
    ['GET', '/images/..%2f..%2fposts'],
    ['GET', '/images/%2e%2e'],
    ['POST', '/images/a.webp'],
    ['DELETE', '/images/a.webp'],
  ])('does not proxy %s %s', async (method, path) => {
    const answer = await web.get(path, {}, method);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(received).toEqual([]);
  });
});

it('proxies the API reference', async () => {
  await web.get('/api/docs');
  expect(received[0]?.url).toBe('/api/docs');
});

describe('the live stream', () => {
  const path = '/api/v1/admin/live';
  const opened: ClientRequest[] = [];
  const open = async (headers: Record<string, string> = {}) => {
    const { hostname, port } = new URL(web.url);
    const sent = request({ hostname, port, path, headers, agent: false });
    opened.push(sent);
    sent.on('error', () => {});
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { sent, response };
  };
  const next = async (response: IncomingMessage) => String((await once(response, 'data'))[0]);
  afterEach(() => {
    for (const sent of opened.splice(0)) sent.destroy();
  });

  it('is streamed uncompressed, also to clients that accept compression', async () => {
    const { response } = await open({
      'accept-encoding': 'br, gzip',
      'last-event-id': '7-1',
      authorization: 'Bearer t',
    });
    expect(response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(await next(response)).toBe('event: hello\n\n');
    expect(live?.req.headers).toMatchObject({ 'last-event-id': '7-1', authorization: 'Bearer t' });
    for (const piece of ['id: 7-2\n', 'data: {}\n\n', ':\n\n']) {
      const arrived = next(response);
      live?.write(piece);
      expect(await arrived).toBe(piece);
    }
  });

  it('stays open while silent for longer than a heartbeat', async () => {
    const { response } = await open();
    await next(response);
    const arrived = next(response);
    const timer = setTimeout(() => live?.write(':\n\n'), 1.2 * liveHeartbeat);
    expect(await arrived).toBe(':\n\n');
    clearTimeout(timer);
  });

  it('ends at the gateway when the browser disconnects', async () => {
    const { sent, response } = await open();
    await next(response);
    const left = once(live!, 'close');
    sent.destroy();
    await left;
    expect(live?.writableEnded).toBe(false);
  });

  it('does not use up the connections of other requests', async () => {
    await Promise.all(Array.from({ length: 300 }, () => open()));
    expect((await web.get('/api/v1/posts')).status).toBe(422);
  });
});

it('does not retry on an error status, which clients handle', async () => {
  let asked = 0;
  const busy = await startUpstream((_incoming, response) => {
    asked += 1;
    response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '2' });
    response.end('{"code":"unavailable"}');
  });
  const behind = await WebFixture.start({ GATEWAY_URL: busy.url });
  try {
    const answer = await behind.get('/api/v1/posts');
    expect([answer.status, answer.headers['retry-after'], answer.text]).toEqual([503, '2', '{"code":"unavailable"}']);
    expect(asked).toBe(1);
  } finally {
    await behind.stop();
    await busy.stop();
  }
});

it('sends 503 while the gateway is down', async () => {
  const alone = await WebFixture.start();
  try {
    const answer = await alone.get('/api/v1/posts');
    expect([answer.status, answer.headers['content-type'], answer.headers['retry-after']]).toEqual([
      503,
      'application/problem+json; charset=utf-8',
      '1',
    ]);
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, code: 'unavailable' });
    expect((await alone.get('/contact')).status).toBe(200);
  } finally {
    await alone.stop();
  }
});

it('sends 503 when the gateway closes the connection', async () => {
  const rude = await startUpstream((incoming) => incoming.socket.destroy());
  const behind = await WebFixture.start({ GATEWAY_URL: rude.url });
  try {
    expect(JSON.parse((await behind.get('/api/v1/posts')).text)).toMatchObject({ status: 503, code: 'unavailable' });
  } finally {
    await behind.stop();
    await rude.stop();
  }
});

it('sends 503 within 5 s while the gateway is silent, except for an upload', async () => {
  const received: string[] = [];
  const silent = await startUpstream((incoming) => void received.push(String(incoming.url)));
  const behind = await WebFixture.start({ GATEWAY_URL: silent.url });
  let isUploadOver = false;
  const endUpload = () => {
    isUploadOver = true;
  };
  try {
    // Ends with the spec.
    behind.get('/api/v1/admin/images', {}, 'POST').then(endUpload, endUpload);
    const requests = [
      ['GET', '/api/v1/posts', {}, undefined],
      ['POST', '/api/v1/leads', { 'content-type': 'application/json' }, '{"name":"Ada"}'],
      ['GET', '/api/v1/admin/live', {}, undefined],
      ['GET', '/api/v1/downloads/a', {}, undefined],
      ['GET', '/images/b.webp', {}, undefined],
      ['GET', '/rss.xml', {}, undefined],
    ] as const;
    const began = performance.now();
    const responses = await Promise.all(
      requests.map(([method, path, headers, body]) => send(behind.url, path, headers, method, body)),
    );
    // It takes 4.5 s, and on a busy machine longer.
    expect(performance.now() - began).toBeLessThan(6_500);
    expect(responses.map(({ status }) => status)).toEqual(requests.map(() => 503));
    expect(JSON.parse(responses[0]!.text)).toMatchObject({ status: 503, code: 'unavailable' });
    expect(received).toContain('/api/v1/admin/images');
    expect(isUploadOver).toBe(false);
  } finally {
    await behind.stop();
    await silent.stop();
  }
});

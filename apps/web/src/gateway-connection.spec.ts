import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { send, startUpstream, WebFixture } from '../test/web-fixture.js';
import { gatewayAgent } from './gateway-connection.js';

/** A port of 127.0.0.1 that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const json = { 'content-type': 'application/json', 'idempotency-key': 'k' };

describe('a gateway that resets the first request after it was sent', () => {
  let requests: IncomingMessage[];
  let gateway: Awaited<ReturnType<typeof startUpstream>>;
  let web: WebFixture;
  beforeEach(async () => {
    requests = [];
    gateway = await startUpstream((incoming, response) => {
      requests.push(incoming);
      if (requests.length === 1) return void incoming.socket.resetAndDestroy();
      response.end('{"served":true}');
    });
    web = await WebFixture.start({ GATEWAY_URL: gateway.url });
  });
  afterEach(async () => {
    await web.stop();
    await gateway.stop();
  });

  it.each(['/api/v1/posts', '/images/a.webp'])('sends GET %s a second time', async (path) => {
    expect(await web.get(path)).toMatchObject({ status: 200, text: '{"served":true}' });
    expect(requests).toHaveLength(2);
  });

  it('sends HEAD a second time', async () => {
    expect((await web.get('/api/v1/posts', {}, 'HEAD')).status).toBe(200);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['POST', json, '{"name":"Ada"}'],
    ['PATCH', json, '{"name":"Ada"}'],
    ['DELETE', {}, undefined],
  ])('sends %s only once, because it may have been processed', async (method, headers, body) => {
    const response = await send(web.url, '/api/v1/leads', headers, method, body);
    expect([response.status, JSON.parse(response.text).code]).toEqual([503, 'unavailable']);
    expect(requests).toHaveLength(1);
  });
});

it('sends 503 for a GET that is reset twice', async () => {
  let requests = 0;
  const gateway = await startUpstream((incoming) => {
    requests += 1;
    incoming.socket.resetAndDestroy();
  });
  const web = await WebFixture.start({ GATEWAY_URL: gateway.url });
  try {
    expect((await web.get('/api/v1/posts')).status).toBe(503);
    expect(requests).toBe(2);
  } finally {
    await web.stop();
    await gateway.stop();
  }
});

it('sends a POST after the gateway accepts connections again, with its body', async () => {
  const port = await freePort();
  const web = await WebFixture.start({ GATEWAY_URL: `http://127.0.0.1:${port}` });
  let gateway: Server | undefined;
  try {
    const sent = send(web.url, '/api/v1/leads', json, 'POST', '{"name":"Ada"}');
    // Listens after the first attempt to connect was refused, and before the second.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const bodies: string[] = [];
    gateway = createServer(async (incoming, response) => {
      bodies.push(await text(incoming));
      response.writeHead(201).end('{}');
    }).listen(port, '127.0.0.1');
    expect((await sent).status).toBe(201);
    expect(bodies).toEqual(['{"name":"Ada"}']);
  } finally {
    await web.stop();
    gateway?.closeAllConnections();
    gateway?.close();
  }
});

it('sends `connection: close` during shutdown', async () => {
  const web = await WebFixture.start();
  try {
    const connection = async () => (await web.get('/contact', { connection: 'keep-alive' })).headers.connection;
    expect(await connection()).not.toBe('close');
    web.health.stop();
    expect(await connection()).toBe('close');
  } finally {
    await web.stop();
  }
});

it('ends requests that wait for a free connection at the deadline, without sending them', async () => {
  const requests: IncomingMessage[] = [];
  const gateway = await startUpstream((incoming) => void requests.push(incoming));
  const agent = gatewayAgent({ headersTimeout: 1_000, bodyTimeout: 1_000, connections: 1 });
  try {
    const codes = await Promise.all(
      Array.from(
        { length: 3 },
        () =>
          new Promise((resolve) =>
            agent.request({ origin: gateway.url, path: '/', method: 'GET' }, (error) =>
              resolve((error as { code?: string } | null)?.code),
            ),
          ),
      ),
    );
    expect(codes).toEqual(Array(3).fill('UND_ERR_HEADERS_TIMEOUT'));
    expect(requests).toHaveLength(1);
  } finally {
    await agent.destroy();
    await gateway.stop();
  }
});

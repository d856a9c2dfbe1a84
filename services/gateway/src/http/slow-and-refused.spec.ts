import { once } from 'node:events';
import { connect } from 'node:net';
import { slowClientLimits } from '@docfolio/edge/slow-clients';
import { startWorld, type World } from '../testing/world.js';

/** Sends a body in pieces, as a slow client does. @returns the responses, and the connection's error */
async function sendInPieces(world: World, path: string, type: string, bytes: number) {
  // Keeps sending after the gateway has closed its side, as most clients do.
  const socket = connect({ port: world.port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  let error: string | undefined;
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', ({ message }) => {
    error = message;
  });
  const closed = once(socket, 'close');
  socket.write(`POST /api/v1${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`);
  for (let left = bytes; left > 0 && !error; left -= bytes / 5) {
    socket.write('x'.repeat(bytes / 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  socket.end('GET /api/v1/nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  await closed.catch(() => {});
  return { statuses: [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status)), error };
}

describe('a refused body of 300 KB', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  it.each([
    ['application/x-www-form-urlencoded', '/leads', 415],
    ['text/plain; application/json', '/admin/leads', 415],
    ['text', '/leads', 415],
    ['text/plain', '/nowhere', 404],
    ['application/json', '/leads', 413],
  ])('is read to its end, so that no connection is reset: %s to %s', async (type, path, status) => {
    const sent = await Promise.all(Array.from({ length: 10 }, () => sendInPieces(world, path, type, 300 * 1024)));
    for (const { statuses, error } of sent) expect([statuses[0], error]).toEqual([status, undefined]);
  });
});

describe('a slow client', () => {
  const slowClients = { headers: 400, body: 600, upload: 1_800, interval: 100 };
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld({ slowClients });
    token = (await world.signIn(await world.makeUser('admin'))).access_token;
  });
  afterAll(() => world.stop());

  /** Sends only `head`, and waits until the gateway closes the connection. @returns the status of its response */
  const closedAfter = async (head: string) => {
    const socket = connect(world.port, '127.0.0.1').on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(head);
    await once(socket, 'close');
    return { status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] };
  };
  const unfinished = (route: string, type = 'application/json') =>
    `${route} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 90\r\n\r\n{`;

  it('is disconnected while sending headers or bodies', async () => {
    const [, head, body] = await Promise.all([
      closedAfter(''),
      closedAfter('POST /api/v1/leads HTTP/1.1\r\nHost: a\r\n'),
      closedAfter(unfinished('POST /api/v1/leads')),
    ]);
    expect([head, body]).toMatchObject([{ status: '408' }, { status: '408' }]);
  });

  it('has 10 s for headers and 15 s for a body, checked at least every 5 s', () => {
    const { headers, body, interval } = slowClientLimits;
    expect([headers, body]).toEqual([10_000, 15_000]);
    expect(interval).toBeLessThanOrEqual(5_000);
  });
});

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { RetryingClient, retryRule } from './retrying-client.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const rule = { ...retryRule, delays: [1], deadline: 2_000, attempt: 500 };
let server: Server | undefined;

/** Responds to the nth request with the nth handler, and to further ones with the last. */
async function clientFor(...handlers: Handler[]): Promise<RetryingClient> {
  let count = 0;
  server = createServer((request, response) => handlers[Math.min(count++, handlers.length - 1)]!(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return new RetryingClient(`http://127.0.0.1:${(server.address() as { port: number }).port}`, rule);
}

const respondWith =
  (status: number, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    void response.writeHead(status, headers).end(String(status));

const reset: Handler = (request) => request.socket.destroy();

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
});

describe('the retrying client', () => {
  it('retries after 503 and after a reset connection, and counts both', async () => {
    const client = await clientFor(respondWith(503), reset, respondWith(200));
    const outcome = await client.send({ method: 'GET', path: '/' });
    expect(outcome).toMatchObject({
      status: 200,
      text: '200',
      failedAttempts: ['503', expect.stringMatching(/SOCKET|RESET/)],
    });
  });

  it.each([400, 404, 409, 429, 500])('does not retry after %i', async (status) => {
    const client = await clientFor(respondWith(status), respondWith(200));
    expect(await client.send({ method: 'GET', path: '/' })).toMatchObject({ status, failedAttempts: [] });
  });

  it('waits for the time in Retry-After', async () => {
    const client = await clientFor(respondWith(503, { 'retry-after': '1' }), respondWith(200));
    const { status, duration } = await client.send({ method: 'GET', path: '/' });
    expect(status).toBe(200);
    expect(duration).toBeGreaterThanOrEqual(1_000);
  });

  it('reports the last failure when the deadline has passed', async () => {
    const client = await clientFor(respondWith(503, { 'retry-after': '1' }));
    const { status, failedAttempts, duration } = await client.send({ method: 'GET', path: '/' });
    expect(status).toBe(503);
    expect(failedAttempts).toEqual(['503']);
    expect(duration).toBeLessThan(rule.deadline);
  });

  it('retries an attempt that got no response in time', async () => {
    const client = await clientFor(() => undefined, respondWith(200));
    expect(await client.send({ method: 'GET', path: '/' })).toMatchObject({
      status: 200,
      failedAttempts: ['TimeoutError'],
    });
  });
});

/**
 * Waits for the time limits of slow clients, uploads included, and for those that do not apply.
 * @subject libs/edge/src/slow-clients.ts services/gateway/src/http
 * @everyday services/gateway/src/http/slow-and-refused.spec.ts
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { imageUploadPath } from '@docfolio/contracts/entities/image';
import { startWorld, type World } from '../testing/world.js';

const buildUpload = '/api/v1/admin/remotes/blog/builds/e07b6d1-44c90a12/files?path=assets/main.js';

describe('a slow client', () => {
  const slowClients = { headers: 400, body: 600, upload: 1_800, interval: 100 };
  let world: World;
  let token: string;
  beforeAll(async () => {
    world = await startWorld({ slowClients });
    token = (await world.signIn(await world.makeUser('admin'))).access_token;
  });
  afterAll(() => world.stop());

  /** Sends only `head`. @returns status, and ms until the gateway closes the connection */
  const closedAfter = async (head: string) => {
    const socket = connect(world.port, '127.0.0.1').on('error', () => {});
    const began = performance.now();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write(head);
    await once(socket, 'close');
    return { ms: performance.now() - began, status: /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] };
  };
  const unfinished = (route: string, type = 'application/json') =>
    `${route} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 90\r\n\r\n{`;

  it('is disconnected while sending headers or bodies, later for uploads', async () => {
    const [nothing, head, body, unread, ...uploads] = await Promise.all([
      closedAfter(''),
      closedAfter('POST /api/v1/leads HTTP/1.1\r\nHost: a\r\n'),
      closedAfter(unfinished('POST /api/v1/leads')),
      closedAfter(unfinished('GET /api/v1/auth/me')),
      closedAfter(unfinished(`POST /api/v1${imageUploadPath}`, 'multipart/form-data; boundary=x')),
      closedAfter(unfinished(`POST ${buildUpload}`, 'application/octet-stream')),
    ]);
    const latest = Math.max(...[nothing, head, body, unread].map(({ ms }) => ms));
    for (const { ms } of uploads) expect(latest).toBeLessThan(ms);
    expect(head).toMatchObject({ status: '408' });
    expect(body).toMatchObject({ status: '408' });
    expect(unread).toMatchObject({ status: '200' });
    expect(uploads).toHaveLength(2);
    // No media service runs, so the uploads are refused and then drained.
    for (const { ms } of uploads) expect(ms).toBeGreaterThanOrEqual(slowClients.upload);
  });

  it('may read the live stream longer than the limit for bodies', async () => {
    const opened = request({
      host: '127.0.0.1',
      port: world.port,
      path: '/api/v1/admin/live',
      headers: { authorization: `Bearer ${token}` },
    });
    opened.on('error', () => {});
    opened.end();
    const [stream] = await once(opened, 'response');
    const ended = await Promise.race([
      once(stream.resume(), 'close').then(() => true),
      new Promise((resolve) => setTimeout(resolve, 2 * slowClients.body, false)),
    ]);
    expect(ended).toBe(false);
    opened.destroy();
  });
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { createLogger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import { type ByteOwner, startByteOwner } from '@docfolio/service-kit/testing/byte-owner';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { bytesSecret, startWorld, type World } from '../testing/world.js';

const name = 'exports/a.csv';
const file = Buffer.from('\uFEFFEmail\r\nrory@saltmarsh.example\r\n');
/** More bytes than the socket buffers on the way hold, which is some 10 MiB each. */
const large = 32 * 1024 * 1024;

let owner: ByteOwner;
let world: World;
let redis: ReturnType<typeof connectRedis>;
let tickets: DownloadTickets;
const issue = (more: { name?: string; file_name?: string } = {}) =>
  tickets.issue({ service: 'leads', name, file_name: 'blog_subscribers.csv', ...more }, 60);

beforeAll(async () => {
  owner = await startByteOwner('leads', bytesSecret);
  world = await startWorld({ env: { LEADS_URL: owner.url } });
  redis = connectRedis(world.redis.url, 'commands', createLogger('test', 'silent'));
  await whenReady(redis, 5_000);
  tickets = new DownloadTickets(redis);
  await owner.store.put(name, file, { contentType: 'text/csv; charset=utf-8' });
  await owner.store.put('exports/large', randomBytes(large), { contentType: 'text/csv; charset=utf-8' });
});
afterAll(async () => {
  await closeRedis(redis);
  await world.stop();
  await owner.stop();
});

const notFound = { status: 404, body: { code: 'not_found', request_id: expect.any(String) } };

/** Starts a download without reading its body. */
async function begin(path: string): Promise<IncomingMessage> {
  const asked = request({ host: '127.0.0.1', port: world.port, path, agent: false });
  asked.on('error', () => undefined);
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

describe('a one-time URL', () => {
  it('responds with the file as an attachment that may not be cached', async () => {
    const response = await begin(await issue());
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(file.length),
      'content-disposition': `attachment; filename="blog_subscribers.csv"; filename*=UTF-8''blog_subscribers.csv`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    });
    expect(await buffer(response)).toEqual(file);
  });

  it('encodes any file name for the header', async () => {
    const response = await begin(await issue({ file_name: 'Zoë\'s "list"; 1.csv' }));
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="Zo__s _list__ 1.csv"; filename*=UTF-8''Zo%C3%AB%27s%20%22list%22%3B%201.csv`,
    );
    response.resume();
  });

  it('works once for one of ten concurrent requests', async () => {
    const path = await issue();
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.send('GET', path)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(notFound);
    expect(await world.send('GET', path)).toMatchObject(notFound);
  });

  it('is not consumed by HEAD', async () => {
    const path = await issue();
    expect((await world.send('HEAD', path)).status).toBe(200);
    expect((await world.send('GET', path)).status).toBe(200);
    expect((await world.send('HEAD', path)).status).toBe(404);
  });

  it.each([
    ['too short', 'x'],
    ['unknown', 'a'.repeat(43)],
    ['a NUL byte', '%00'],
    ['too long', 'a'.repeat(400)],
  ])('responds 404 if it is %s', async (_, token) => {
    expect(await world.api('GET', `/downloads/${token}`)).toMatchObject(notFound);
  });

  it.each(['POST', 'PUT', 'DELETE'])('responds 405 to %s', async (method) => {
    const path = await issue();
    const answer = await world.send(method, path);
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } });
    expect((await world.send('GET', path)).status).toBe(200);
  });

  it('responds 404 if the file was removed', async () => {
    expect(await world.send('GET', await issue({ name: 'exports/absent.csv' }))).toMatchObject(notFound);
  });
});

describe('a download', () => {
  it('is forwarded completely', async () => {
    const response = await begin(await issue({ name: 'exports/large' }));
    const [came, kept] = await Promise.all([buffer(response), owner.store.get('exports/large').then(buffer)]);
    expect(came.equals(kept)).toBe(true);
  });

  it('resets the connection when the owning service aborts it, so that the client notices the truncation', async () => {
    const response = await begin(await issue({ name: 'exports/large' }));
    await waitFor('the service reads', async () => owner.read.at(-1)!.bytesRead > 0);
    owner.read.at(-1)!.destroy(new Error('the disk is gone'));
    await expect(buffer(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a download whose service is down', () => {
  beforeAll(() => owner.close());
  afterAll(() => owner.listen());

  it('gets 503, and its URL works again afterwards', async () => {
    const path = await issue();
    expect(await world.send('GET', path)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect((await world.send('HEAD', path)).status).toBe(200);
    await owner.listen();
    expect(await world.send('GET', path)).toMatchObject({ status: 200 });
    await owner.close();
  });
});

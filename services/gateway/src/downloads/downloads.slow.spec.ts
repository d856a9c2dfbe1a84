/**
 * Downloads files larger than all buffers on the way, from services that stop responding, and through a gateway that stops.
 * @subject services/gateway/src/downloads
 * @everyday services/gateway/src/downloads/downloads.spec.ts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { createLogger } from '@docfolio/service-kit/logging';
import { closeRedis, connectRedis, whenReady } from '@docfolio/service-kit/redis';
import { endWithUs } from '@docfolio/service-kit/testing/backing-server';
import { type ByteOwner, startByteOwner } from '@docfolio/service-kit/testing/byte-owner';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { bytesSecret, startWorld, type World } from '../testing/world.js';

const name = 'exports/a.csv';
const file = Buffer.from('\uFEFFEmail\r\nrory@saltmarsh.example\r\n');
/** Far more bytes than the socket buffers on the way hold, which is some 10 MiB each. */
const large = 96 * 1024 * 1024;
/** More than the buffers on the way hold, but little enough to be read within the shutdown grace of 8 s. */
const long = 40 * 1024 * 1024;

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
  await owner.store.put('exports/long', randomBytes(long), { contentType: 'text/csv; charset=utf-8' });
  await owner.store.put('exports/large', randomBytes(large), { contentType: 'text/csv; charset=utf-8' });
});
afterAll(async () => {
  await closeRedis(redis);
  await world.stop();
  await owner.stop();
});

/** Starts a download without reading its body. */
async function begin(path: string, port = world.port): Promise<IncomingMessage> {
  const asked = request({ host: '127.0.0.1', port, path, agent: false });
  asked.on('error', () => undefined);
  asked.end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response;
}

/** Waits until the service reads its file no further. @returns bytes read by then */
async function standstill(): Promise<number> {
  const reading = owner.read.at(-1)!;
  let before = -1;
  await waitFor('reading stands still', async () => {
    const still = reading.bytesRead === before && before > 0;
    before = reading.bytesRead;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return still;
  });
  return before;
}

describe('a download', () => {
  it('is forwarded completely', async () => {
    const response = await begin(await issue({ name: 'exports/large' }));
    const [came, kept] = await Promise.all([buffer(response), owner.store.get('exports/large').then(buffer)]);
    expect(came.equals(kept)).toBe(true);
  });

  it('is read from the service no faster than the client reads, and stops when the client disconnects', async () => {
    const response = await begin(await issue({ name: 'exports/large' }));
    expect(await standstill()).toBeLessThan(large / 2);
    const reading = owner.read.at(-1)!;
    expect(reading.destroyed).toBe(false);
    response.destroy();
    await waitFor('the owner stops reading', async () => reading.destroyed);
    expect(reading.bytesRead).toBeLessThan(large);
  });

  it('resets the connection when the owning service aborts it, so that the client notices the truncation', async () => {
    const response = await begin(await issue({ name: 'exports/large' }));
    await standstill();
    owner.read.at(-1)!.destroy(new Error('the disk is gone'));
    await expect(buffer(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a download whose service does not respond', () => {
  let silent: Server | undefined;
  beforeAll(() => owner.close());
  afterAll(() => owner.listen());

  it('gets 503 if the service does not respond', async () => {
    silent = createServer(() => undefined);
    silent.listen(Number(new URL(owner.url).port), '127.0.0.1');
    await once(silent, 'listening');
    const path = await issue();
    expect(await world.send('GET', path)).toMatchObject({ status: 503 });
    expect((await world.send('HEAD', path)).status).toBe(200);
    silent.close();
  });
});

it('finishes a download in progress at shutdown', async () => {
  const child: ChildProcess = spawn(process.execPath, [join(__dirname, '../../dist/main.js')], {
    env: { ...world.env, LOG_LEVEL: 'info' },
  });
  endWithUs(child);
  const heard: Record<string, unknown>[] = [];
  createInterface({ input: child.stdout! }).on('line', (line) => heard.push(JSON.parse(line)));
  const said = (message: string) => heard.find(({ msg }) => msg === message);
  await waitFor('it serves', async () => said('ready') !== undefined);
  const port = Number(new URL(String(said('ready')!.address)).port);
  const response = await begin(await issue({ name: 'exports/long' }), port);
  await standstill();
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await waitFor('it is stopping', async () => said('stopping') !== undefined);
  expect((await buffer(response)).length).toBe(long);
  expect((await gone)[0]).toBe(0);
});

/**
 * Runs two compiled gateway processes on one Redis, one of which stops.
 * @subject services/gateway/src/live
 * @everyday services/gateway/src/live/live.spec.ts
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type LiveChange, liveStream } from '@docfolio/contracts/core/live';
import { announceLive } from '@docfolio/service-kit/events/live-announcement';
import { type ServiceProcess, spawnService } from '@docfolio/service-kit/testing/service-process';
import { waitFor, withRoom } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { LiveClient } from '../testing/live-client.js';
import { startWorld, type World } from '../testing/world.js';

// A busy machine takes a minute to start the processes of a test.
jest.setTimeout(600_000);

const dist = join(__dirname, '../../dist');
let world: World;
let keys: Redis;
let token: string;
const gateways: { process: ServiceProcess; port: number }[] = [];

const change = (): LiveChange => ({ topic: 'service_inquiries', id: randomUUID(), act: 'created' });

beforeAll(async () => {
  world = await startWorld();
  keys = new Redis(world.redis.url);
  for (let nth = 0; nth < 2; nth++) {
    const process = spawnService(dist, 'main.js', { ...(world.env as Record<string, string>), LOG_LEVEL: 'info' });
    await process.ready();
    const { address } = process.log.find(({ msg }) => msg === 'ready')!;
    gateways.push({ process, port: Number(new URL(String(address)).port) });
  }
});
beforeEach(async () => {
  token = (await world.signIn(await world.makeUser('admin'))).access_token;
});
afterAll(async () => {
  await Promise.all(gateways.map(({ process }) => process.stop()));
  keys.disconnect();
  await world.stop();
});

const hearAll = () => Promise.all(gateways.map(({ port }) => LiveClient.open(port, token)));

it('delivers changes to the clients of both processes', async () => {
  const clients = await hearAll();
  const told = change();
  await announceLive(keys, [told]);
  for (const client of clients) {
    await client.heard(1);
    expect(client.news).toEqual([told]);
    client.close();
  }
});

it('ends the streams of a session in one process when it is ended in the other', async () => {
  const clients = await hearAll();
  // The sign-out goes to a third gateway, which runs in the test's process.
  await world.api('POST', '/auth/sign-out', { token, body: {} });
  const untold = change();
  await announceLive(keys, [untold]);
  for (const client of clients) await client.ended();
  // Both streams may contain older changes, because a new client gets those of the recent past.
  for (const { news } of clients) expect(news).not.toContainEqual(untold);
});

it('continues a stream in one process where a stream of the other process ended', async () => {
  const first = await LiveClient.open(gateways[0]!.port, token);
  const told = [change(), change()];
  first.close();
  await announceLive(keys, told);
  const last = (await keys.xrevrange(liveStream, '+', '-', 'COUNT', 1))[0]![0];
  const second = await LiveClient.open(gateways[1]!.port, token, first.lastEventId);
  await waitFor('the last change', async () => second.lastEventId === last);
  expect(second.news.slice(-2)).toEqual(told);
  second.close();
});

it('ends all streams of one process on SIGTERM, and exits with code 0', async () => {
  const [mine, other] = await hearAll();
  const before = Date.now();
  await gateways[0]!.process.kill('SIGTERM');
  expect(await gateways[0]!.process.exited()).toBe(0);
  expect(Date.now() - before).toBeLessThan(withRoom(7_500));
  await mine!.ended();
  expect(mine!.response.complete).toBe(true);
  expect(other!.hasEnded).toBe(false);
  other!.close();
});

import type { Redis } from 'ioredis';
import { createLogger } from '../logging.js';
import { closeRedis, connectRedis, whenReady } from '../redis.js';
import { sharedRedis } from '../testing/shared-servers.js';
import type { TestRedis } from '../testing/start-redis.js';
import { waitFor } from '../testing/wait-for.js';
import { DownloadTickets, downloadPath } from './download-tickets.js';

const ticket = { service: 'leads' as const, name: 'exports/a.csv', file_name: 'leads.csv' };

let server: TestRedis;
let redis: Redis;
let tickets: DownloadTickets;
beforeAll(async () => {
  server = await sharedRedis();
  redis = connectRedis(server.url, 'commands', createLogger('test', 'silent'));
  await whenReady(redis, 5_000);
  tickets = new DownloadTickets(redis);
});
afterAll(async () => {
  await closeRedis(redis);
  await server.stop();
});

async function issue(lifetime = 60): Promise<string> {
  const path = await tickets.issue(ticket, lifetime);
  expect(path).toMatch(new RegExp(`^${downloadPath}/[A-Za-z0-9_-]{43}$`));
  return path.split('/').at(-1)!;
}

describe('a download ticket', () => {
  it('works once for one of several concurrent callers', async () => {
    const token = await issue();
    await tickets.look(token);
    const takers = await Promise.allSettled(Array.from({ length: 10 }, () => tickets.take(token)));
    const taken = takers.filter(({ status }) => status === 'fulfilled');
    expect(taken).toMatchObject([{ value: ticket }]);
    await expect(tickets.look(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('works again for its remaining lifetime after it was given back', async () => {
    const token = await issue(30);
    const { giveBack } = await tickets.take(token);
    await giveBack();
    const [key] = await redis.keys('docfolio:download:*');
    expect(await redis.pttl(key!)).toBeGreaterThan(20_000);
    expect(await redis.pttl(key!)).toBeLessThanOrEqual(30_000);
    expect(await tickets.take(token)).toMatchObject(ticket);
    await expect(tickets.take(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('neither works nor can be given back after its lifetime', async () => {
    // The other one ends a second earlier.
    const [token, other] = [await issue(2), await issue(1)];
    const { giveBack } = await tickets.take(other);
    await waitFor('its time is over', async () =>
      tickets.look(token).then(
        () => false,
        () => true,
      ),
    );
    await expect(tickets.take(token)).rejects.toMatchObject({ code: 'not_found' });
    await giveBack();
    await expect(tickets.look(other)).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each(['', 'x', 'a'.repeat(43), '*', 'é'])('is not found for the token %j', async (token) => {
    await expect(tickets.take(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cannot be reconstructed from Redis', async () => {
    const token = await issue();
    const keys = await redis.keys('*');
    const stored = [...keys, ...(await redis.mget(keys))].join('\n');
    expect(stored).not.toContain(token);
  });
});

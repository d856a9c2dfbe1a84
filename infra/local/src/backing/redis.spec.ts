import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findRedisServer, parseRedisVersion } from '../../bootstrap/redis.mjs';
import { readConfig } from '../config.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { findRoot } from '../workspace.js';
import { redisServer } from './redis.js';

let folder: string;

/** Installs a script that prints what the real program of that name would print. */
function install(name: string, script: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const path = join(folder, 'bin', name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const search = () => findRedisServer({ PATH: join(folder, 'bin') });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-redis-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('reads the versions of Redis and Valkey', () => {
  expect(parseRedisVersion('Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64')?.major).toBe(7);
  expect(parseRedisVersion('Valkey server v=8.1.1 sha=00000000:0')).toEqual({ version: '8.1.1', major: 8 });
  expect(parseRedisVersion('redis-cli 7.0.15')).toBeUndefined();
});

describe('finding a server', () => {
  it('prefers redis-server to Valkey', async () => {
    install('valkey-server', 'echo Valkey server v=8.1.1');
    install('redis-server', 'echo Redis server v=7.4.0');
    expect(await search()).toMatchObject({ path: join(folder, 'bin/redis-server'), version: '7.4.0' });
  });

  it('skips a server that is too old', async () => {
    install('redis-server', 'echo Redis server v=6.2.1');
    install('valkey-server', 'echo Valkey server v=8.1.1');
    expect(await search()).toMatchObject({ argv0: 'valkey-server', major: 8 });
  });

  it('returns a server that is too old if there is no other, for the error message', async () => {
    install('redis-server', 'echo Redis server v=6.2.1');
    expect(await search()).toMatchObject({ major: 6, version: '6.2.1' });
  });

  it('finds no server on an empty PATH', async () => {
    install('redis-server', 'exit 1');
    expect((await search())?.path.startsWith(folder) ?? false).toBe(false);
  });
});

it('starts no Redis if REDIS_URL is set', async () => {
  const config = readConfig(findRoot(), { REDIS_URL: 'redis://elsewhere:6379', DATA_DIR: folder });
  expect(await redisServer(config)).toEqual({ label: 'Redis by REDIS_URL', url: 'redis://elsewhere:6379' });
});

it('restarts a killed Redis on the same port with all writes', async () => {
  const config = readConfig(findRoot(), { PATH: process.env.PATH, DATA_DIR: folder });
  const { child: spec, url } = await redisServer(config);
  mkdirSync(join(folder, 'logs'));
  const supervisor = new Supervisor(() => undefined);
  try {
    const child = supervisor.start(spec!);
    await child.waitReady(10_000);
    const redis = new Redis(url);
    redis.on('error', () => undefined);
    await redis.set('lead', 'stored');
    // BullMQ writes in transactions and scripts.
    await redis.multi().set('in transaction', 'stored').lpush('list', 'stored').exec();
    await redis.eval(
      "redis.call('SET', KEYS[1], 'stored'); redis.call('LPUSH', KEYS[2], 'stored')",
      2,
      'by script',
      'list',
    );
    expect(await redis.info('memory')).toContain('maxmemory_policy:noeviction');
    expect(existsSync(join(folder, 'redis', 'appendonlydir'))).toBe(true);
    process.kill(child.pid!, 'SIGKILL');
    while (child.isReady) await new Promise((resolve) => setTimeout(resolve, 20));
    await child.waitReady(10_000);
    expect(await redis.mget('lead', 'in transaction', 'by script')).toEqual(['stored', 'stored', 'stored']);
    expect(await redis.llen('list')).toBe(2);
    redis.disconnect();
  } finally {
    await supervisor.stop();
  }
});

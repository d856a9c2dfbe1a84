import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformUsers } from '@docfolio/tasks/secrets/redis-acl';
import { findRedisServer, oldestRedis } from '../../bootstrap/redis.mjs';
import type { LocalConfig } from '../config.js';
import { loadServerPasswords } from '../secrets.js';
import { freePort } from '../supervisor/ports.js';
import { redisProbe } from '../supervisor/probes.js';
import { systemEnv } from '../system-env.js';
import { type BackingServer, backingMaxBackoffMs, MissingServerError, stages } from './backing-server.js';

function writeUsers(folder: string, users: string[]): string {
  const path = join(folder, 'users.acl');
  writeFileSync(path, `${users.join('\n')}\n`, { mode: 0o600 });
  return path;
}

/**
 * Returns REDIS_URL, else a Redis on a loopback port. It stores queues: writes go to the append-only file, and no key
 * is ever evicted. @throws MissingServerError if no Redis 7 or newer can be found
 */
export async function redisServer(config: LocalConfig): Promise<BackingServer> {
  if (config.redisUrl) return { label: 'Redis by REDIS_URL', url: config.redisUrl };
  const env = systemEnv(config.inherited);
  const server = await findRedisServer(env);
  if (!server || server.major < oldestRedis) {
    throw new MissingServerError(`Redis ${oldestRedis} or newer is missing. Run npm start: it says how to install it.`);
  }
  const folder = join(config.dataDir, 'redis');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const port = await freePort();
  const { redisApp, redisWeb } = loadServerPasswords(config);
  const settings = {
    aclfile: writeUsers(folder, platformUsers(redisApp, redisWeb)),
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    appendonly: 'yes',
    appendfsync: config.redisFsync,
    'maxmemory-policy': 'noeviction',
    // The append-only file is complete; snapshots would only cost time.
    save: '',
    daemonize: 'no',
  };
  return {
    label: `Redis ${server.version}`,
    url: `redis://app:${redisApp}@127.0.0.1:${port}`,
    webUrl: `redis://web:${redisWeb}@127.0.0.1:${port}`,
    child: {
      name: 'redis',
      command: server.path,
      argv0: server.argv0,
      args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      cwd: folder,
      env,
      stage: stages.backing,
      logPath: join(config.dataDir, 'logs', 'redis.log'),
      probe: redisProbe(port, 'app', redisApp),
      maxBackoffMs: backingMaxBackoffMs,
    },
  };
}

import { access, constants } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { type BackingServer, startBackingServer } from './backing-server.js';
import { testConfig } from './config.js';
import { recordStart } from './record-start.js';

export interface TestRedis extends BackingServer {
  readonly url: string;
}

/** Starts a Redis server with an append-only file, as in production. */
export async function startRedis(): Promise<TestRedis> {
  const binary = await redisBinary();
  const starting = startBackingServer({
    command: binary.path,
    args: (port, folder) => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
      ...['--appendonly', 'yes', '--maxmemory-policy', 'noeviction'],
    ],
    options: () => ({ argv0: 'redis-server' }),
    probe: ping,
  });
  const server = await recordStart('Redis', starting);
  return Object.assign(server, { url: `redis://127.0.0.1:${server.port}` });
}

/** Finds `redis-server`, or the same program under another name (in Debian's redis-tools). */
export async function redisBinary(): Promise<{ path: string }> {
  for (const name of ['redis-server', 'valkey-server', 'redis-check-rdb']) {
    for (const folder of testConfig.path.split(delimiter)) {
      const path = join(folder, name);
      if (await executable(path)) return { path };
    }
  }
  throw new Error('No redis-server on PATH');
}

async function executable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function ping(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
    socket.once('connect', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      if (data.toString().startsWith('+PONG')) resolve();
      else reject(new Error(data.toString()));
    });
  });
}

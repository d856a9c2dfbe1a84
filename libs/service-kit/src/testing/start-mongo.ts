import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { type BackingServer, startBackingServer } from './backing-server.js';
import { testConfig } from './config.js';
import { recordStart } from './record-start.js';

export interface TestMongo extends BackingServer {
  /** Connection string without a database name. */
  readonly uri: string;
  /** A database name that no other test uses. */
  readonly dbName: string;
}

/**
 * Starts the database server that is bundled with the platform, or uses the one at MONGODB_URI, which a test can
 * neither kill nor restart.
 */
export async function startMongo(): Promise<TestMongo> {
  const dbName = `test_${randomBytes(6).toString('hex')}`;
  if (testConfig.mongodbUri) return { ...externalServer, uri: testConfig.mongodbUri, dbName };
  const main = join(checkout(), 'infra/embedded-mongo/dist/main.js');
  const starting = startBackingServer({
    command: process.execPath,
    args: () => [main],
    options: (port, folder) => ({ env: { PATH: testConfig.path, PORT: String(port), DATA_DIR: folder } }),
    probe: reachable,
  });
  const server = await recordStart('database', starting);
  return Object.assign(server, { uri: `mongodb://127.0.0.1:${server.port}`, dbName });
}

const notOurs = () => Promise.reject(new Error("The server at MONGODB_URI is not the test's to stop"));
const externalServer = { port: 0, pid: 0, kill: notOurs, restart: notOurs, stop: () => Promise.resolve() };

/** Returns the repository's root folder, searched upwards from the working directory. @throws Error if none */
function checkout(): string {
  let folder = process.cwd();
  while (!existsSync(join(folder, 'infra/embedded-mongo'))) {
    if (folder === dirname(folder)) throw new Error('Not inside a checkout');
    folder = dirname(folder);
  }
  return folder;
}

function reachable(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });
}

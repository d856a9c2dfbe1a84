import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../bootstrap/system.mjs';
import { bundledArgs, bundleOf } from '../bundle.js';
import type { LocalConfig } from '../config.js';
import { loadServerPasswords } from '../secrets.js';
import { freePort } from '../supervisor/ports.js';
import { tcpProbe } from '../supervisor/probes.js';
import type { ChildSpec } from '../supervisor/supervised-process.js';
import { systemEnv } from '../system-env.js';
import { type BackingServer, backingMaxBackoffMs, MissingServerError, stages } from './backing-server.js';

const embeddedProgram = 'infra/embedded-mongo/dist/main.js';

/** Bytes of a database from which on its check at the start is announced: it takes seconds. */
const longCheckBytes = 500_000_000;
/** Bytes per ms that the slowest usable disk reads. 4 s per GB were measured with a file in the page cache. */
const slowestRead = 10_000;

type Program = Pick<ChildSpec, 'command' | 'args' | 'env'> & Pick<BackingServer, 'label' | 'prepare' | 'firstWork'>;

const user = 'docfolio';

const addressOf = (port: number, password: string): string =>
  `mongodb://${user}:${password}@127.0.0.1:${port}/?authSource=admin`;

function installedServer(config: LocalConfig, mongod: string, folder: string, port: number, password: string): Program {
  return {
    label: 'MongoDB',
    command: mongod,
    args: ['--auth', '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder, '--quiet'],
    env: systemEnv(config.inherited),
    prepare: async () => {
      // Loaded on demand: the driver is slow to load, and the embedded server does not need it.
      const { createFirstUser } = await import('./mongod-user.js');
      await createFirstUser(port, user, password);
    },
  };
}

function embeddedServer(config: LocalConfig, folder: string, port: number, password: string): Program {
  const bundle = bundleOf(embeddedProgram);
  if (!existsSync(join(config.root, bundle))) {
    throw new MissingServerError(`${bundle} is missing. Run npm start: it builds it.`);
  }
  const bytes = statSync(join(folder, 'data.mdb'), { throwIfNoEntry: false })?.size ?? 0;
  return {
    label: 'embedded MongoDB',
    ...(bytes >= longCheckBytes && {
      firstWork: { doing: `checking ${(bytes / 1e9).toFixed(1)} GB of data`, limitMs: bytes / slowestRead },
    }),
    command: process.execPath,
    args: bundledArgs(config.root, embeddedProgram),
    env: {
      ...systemEnv(config.inherited),
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '1',
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: config.logLevel,
      AUTH_USER: user,
      AUTH_PASSWORD: password,
    },
  };
}

/** Returns the folder of the database that the launcher starts; undefined for that of MONGODB_URI, or before its first start. */
export function databaseFolder({ mongodbUri, dataDir }: LocalConfig): string | undefined {
  if (mongodbUri) return undefined;
  return ['mongodb', 'embedded-mongo'].map((name) => join(dataDir, name)).find((folder) => existsSync(folder));
}

/**
 * Returns the MongoDB to use: MONGODB_URI, else the server that wrote this data folder, else a mongod on PATH, else
 * embedded-mongo.
 * Existing data comes before PATH, so that a mongod installed later does not hide it.
 * @throws MissingServerError if the mongod that wrote the data, or the build of embedded-mongo, is missing
 */
export async function mongoServer(config: LocalConfig): Promise<BackingServer> {
  if (config.mongodbUri) return { label: 'MongoDB by MONGODB_URI', url: config.mongodbUri };
  const mongod = findOnPath(['mongod'], config.inherited);
  const folders = { installed: join(config.dataDir, 'mongodb'), embedded: join(config.dataDir, 'embedded-mongo') };
  if (existsSync(folders.installed) && !mongod) {
    throw new MissingServerError(
      `${folders.installed} was written by a mongod that is no longer on PATH. Install it again, set MONGODB_URI, or move the folder away.`,
    );
  }
  const installed = mongod !== undefined && (existsSync(folders.installed) || !existsSync(folders.embedded));
  const folder = installed ? folders.installed : folders.embedded;
  const port = await freePort();
  const { mongodb: password } = loadServerPasswords(config);
  const { label, prepare, firstWork, ...program } = installed
    ? installedServer(config, mongod, folder, port, password)
    : embeddedServer(config, folder, port, password);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    label,
    url: addressOf(port, password),
    prepare,
    ...(firstWork && { firstWork }),
    child: {
      name: 'mongo',
      ...program,
      cwd: folder,
      stage: stages.backing,
      logPath: join(config.dataDir, 'logs', 'mongo.log'),
      probe: tcpProbe(port),
      maxBackoffMs: backingMaxBackoffMs,
    },
  };
}

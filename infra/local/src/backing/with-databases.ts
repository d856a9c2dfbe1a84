import type { LocalConfig } from '../config.js';
import { prepareDataDir } from '../data-dir.js';
import type { Connection } from '../process-env.js';
import { claimData } from '../restore/claim-data.js';
import { lockHolder } from '../supervisor/data-lock.js';
import { readRuntime, writeRuntime } from '../supervisor/runtime-file.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { requireGivenStores } from './given-stores.js';
import { startBacking } from './start.js';

/**
 * Runs `work` with the databases of the platform that runs on the data folder, else starts them for its duration.
 * @param command name shown to another process that finds the data locked
 * @throws MissingServerError, StartError, DataHeldError
 */
export async function withDatabases<T>(
  config: LocalConfig,
  command: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const runtime = lockHolder(config.dataDir) ? readRuntime(config.dataDir) : undefined;
  const { MONGODB_URI: mongodbUri, REDIS_URL: redisUrl } = runtime?.connection ?? {};
  if (mongodbUri && redisUrl) return work({ mongodbUri, redisUrl });
  return withStoppedDatabases(config, command, work);
}

/** Locks the data of a stopped platform and runs its databases during `work`. @throws DataHeldError if it runs */
export function withStoppedDatabases<T>(
  config: LocalConfig,
  command: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  return withLockedData(config.dataDir, command, () => withOwnDatabases(config, command, work));
}

/** Locks the data of a stopped platform during `work`. @throws DataHeldError if it runs */
export async function withLockedData<T>(dataDir: string, command: string, work: () => Promise<T>): Promise<T> {
  prepareDataDir(dataDir);
  const lock = await claimData(dataDir, command);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** Runs the databases of a data folder that nobody else uses during `work`. */
export async function withOwnDatabases<T>(
  config: LocalConfig,
  command: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const supervisor: Supervisor = new Supervisor(() =>
    writeRuntime(config.dataDir, { pid: process.pid, url: command, connection: {} }, supervisor.roster()),
  );
  try {
    await requireGivenStores(config);
    const { connection } = await startBacking(config, supervisor);
    return await work(connection);
  } finally {
    await supervisor.stop();
  }
}

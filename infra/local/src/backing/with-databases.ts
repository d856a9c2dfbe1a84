import type { LocalConfig } from '../config.js';
import { prepareDataDir } from '../data-dir.js';
import type { Connection } from '../process-env.js';
import { lockData, lockHolder } from '../supervisor/data-lock.js';
import { endLeftovers, readRuntime, writeRuntime } from '../supervisor/runtime-file.js';
import { Supervisor } from '../supervisor/supervisor.js';
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
export async function withStoppedDatabases<T>(
  config: LocalConfig,
  command: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  prepareDataDir(config.dataDir);
  const lock = lockData(config.dataDir, command);
  try {
    await endLeftovers(config.dataDir);
    const supervisor: Supervisor = new Supervisor(() =>
      writeRuntime(config.dataDir, { pid: process.pid, url: command, connection: {} }, supervisor.roster()),
    );
    try {
      const { connection } = await startBacking(config, supervisor);
      return await work(connection);
    } finally {
      await supervisor.stop();
    }
  } finally {
    lock.release();
  }
}

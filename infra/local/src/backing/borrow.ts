import type { LocalConfig } from '../config.js';
import { prepareDataDir } from '../data-dir.js';
import type { Connection } from '../process-env.js';
import { lockData, lockHolder } from '../supervisor/data-lock.js';
import { endLeftovers, readRuntime, writeRuntime } from '../supervisor/runtime-file.js';
import { Supervisor } from '../supervisor/supervisor.js';
import { startBacking } from './start.js';

/**
 * Hands a command the databases of this installation: those of the platform that runs on its data, or, while none
 * runs, servers of its own for as long as the work takes.
 * @param command as a person types it: who holds the data meanwhile
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

/**
 * Starts the databases of an installation that doesn't run, for as long as the work takes, and holds its data.
 * @param command as a person types it: shown to those who find the data held
 * @throws MissingServerError, StartError, DataHeldError
 */
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

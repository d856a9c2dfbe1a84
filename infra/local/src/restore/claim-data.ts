import { type DataLock, lockData } from '../supervisor/data-lock.js';
import { endLeftovers } from '../supervisor/runtime-file.js';
import { useRestored } from './restored-folder.js';

/**
 * Locks a data folder, ends what an earlier run has left running, and uses what an interrupted restore has completed.
 * @param url address or command of this process, for the message to others @throws DataHeldError
 */
export async function claimData(dataDir: string, url: string): Promise<DataLock> {
  const lock = lockData(dataDir, url);
  try {
    await endLeftovers(dataDir);
    await useRestored(dataDir);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}

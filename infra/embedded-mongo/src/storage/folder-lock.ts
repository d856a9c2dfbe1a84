import { readFileSync } from 'node:fs';
import { BSON } from 'bson';
import { type Store, spaceKey } from './store.js';

const lockKey = spaceKey(0, Buffer.from('l'));

/** Returns the boot id and a process's start time in ticks; '' without /proc, for a zombie or for no process. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return '';
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19]}`;
  } catch {
    return ''; // no /proc here, or no such process
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function isHeldByOther(lock: Buffer): boolean {
  const { pid, start } = BSON.deserialize(lock);
  return pid !== process.pid && isAlive(pid) && startOf(pid) === start;
}

/**
 * Locks the data folder; replaces the lock of a dead process (on Linux also if its pid is used again). Check and write
 * share an LMDB transaction, so that two processes never both get the lock. @throws Error naming its holder
 */
export function lockFolder(store: Store, folder: string): void {
  store.transact(() => {
    const lock = store.getUnchecked(lockKey);
    if (lock && isHeldByOther(lock))
      throw new Error(`the data folder ${folder} is in use by process ${BSON.deserialize(lock).pid}`);
    store.addChecksums();
    store.put(lockKey, BSON.serialize({ pid: process.pid, start: startOf(process.pid) }));
  });
}

export function unlockFolder(store: Store): void {
  store.transact(() => store.remove(lockKey));
}

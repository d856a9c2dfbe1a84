import { readFileSync } from 'node:fs';
import { BSON } from 'bson';
import { type Store, spaceKey } from './store.js';

const lockKey = spaceKey(0, Buffer.from('l'));

/**
 * Returns the start time of a process in kernel ticks, with the id of the boot; '' where the system does not provide it.
 */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds nothing; its parent has not collected it yet.
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
 * Locks the data folder. Check and write share one LMDB transaction, whose lock the system frees when a process dies, so
 * two processes never both get it. The lock of a dead process is replaced (on Linux also if its pid is used again).
 * @throws Error naming the process that holds it
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

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  pid: number;
  /** Start time in a system-specific format, only to be compared. */
  startedAt: string;
}

function linuxStartTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in brackets may contain spaces and brackets: fields count from the last one (proc(5): 22 = starttime).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  // The start time is in ticks since boot, so the boot id is needed, too.
  return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`;
}

function portableStartTime(pid: number): string | undefined {
  try {
    return (
      execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim() || undefined
    );
  } catch {
    return undefined;
  }
}

/** Returns a process's start time, to compare for equality; undefined if it has ended (on Linux also for a zombie). */
export function startTime(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStartTime(pid) : portableStartTime(pid);
}

export function identify(pid: number): ProcessIdentity {
  const startedAt = startTime(pid);
  if (startedAt === undefined) throw new Error(`There is no process ${pid}.`);
  return { pid, startedAt };
}

/** Returns whether the process still runs; false if another one has its id. */
export const isAlive = (identity: ProcessIdentity): boolean => startTime(identity.pid) === identity.startedAt;

/** Sends a signal. @returns false if the process has ended */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

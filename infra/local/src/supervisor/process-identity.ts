import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, in this system's own terms; opaque, only ever compared. */
  startedAt: string;
}

function linuxStartTime(pid: number): string | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name in brackets may hold spaces and brackets itself: fields are counted from the last one (proc(5): 22 = starttime).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
  // Clock ticks since boot, so a reboot must make a difference too.
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
    // ps ends with 1 when there is no such process.
    return undefined;
  }
}

/** When the process started, or undefined when there is none (a zombie counts as none). */
export function startTime(pid: number): string | undefined {
  return process.platform === 'linux' ? linuxStartTime(pid) : portableStartTime(pid);
}

/** @throws Error when there is no such process */
export function identify(pid: number): ProcessIdentity {
  const startedAt = startTime(pid);
  if (startedAt === undefined) throw new Error(`There is no process ${pid}.`);
  return { pid, startedAt };
}

/** Whether that very process still runs, and not another that was given its number. */
export const isAlive = (identity: ProcessIdentity): boolean => startTime(identity.pid) === identity.startedAt;

/** Sends a signal; false when the process is gone already. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

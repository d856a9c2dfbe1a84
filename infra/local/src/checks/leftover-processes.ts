import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isAlive, type ProcessIdentity, signal, startTime } from '../supervisor/process-identity.js';

export interface MarkedProcess extends ProcessIdentity {
  command: string;
}

function fromProc(mark: string): { pid: number; command: string }[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      if (!environment.includes(mark)) return [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return [{ pid: Number(name), command }];
    } catch {
      // Ended in the meantime, or of another user, so not started by this run.
      return [];
    }
  });
}

/** Finds marked processes with `ps`, for systems without /proc: BSD's ps prints the environment after the command. */
function fromPs(mark: string): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 1 << 26 }).split(
    '\n',
  );
  return lines.flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    return match?.[2]?.includes(mark) ? [{ pid: Number(match[1]), command: match[2].slice(0, 200) }] : [];
  });
}

/** Returns the running processes, this one excluded, that were started with `name=value` in their environment. */
export function markedProcesses(name: string, value: string): MarkedProcess[] {
  const mark = `${name}=${value}`;
  const found = process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
  return found.flatMap(({ pid, command }) => {
    const startedAt = pid === process.pid ? undefined : startTime(pid);
    return startedAt === undefined ? [] : [{ pid, command, startedAt }];
  });
}

/** Waits up to `graceMs` until no process with `name=value` in its environment runs; kills and returns the rest. */
export async function endMarked(name: string, value: string, graceMs = 5_000): Promise<MarkedProcess[]> {
  const deadline = performance.now() + graceMs;
  let left = markedProcesses(name, value);
  while (left.length > 0 && performance.now() < deadline) {
    // They are not children of this process, so that no event reports their end.
    await new Promise((resolve) => setTimeout(resolve, 100));
    left = markedProcesses(name, value);
  }
  for (const found of left) if (isAlive(found)) signal(found.pid, 'SIGKILL');
  return left;
}

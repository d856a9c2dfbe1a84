import { readdirSync, readFileSync } from 'node:fs';

/** Returns the CPU time that processes have used so far, in microseconds. @param {(number | undefined)[]} pids */
export function cpuOf(pids) {
  return pids.reduce((sum, pid) => {
    const threads = readdirSync(`/proc/${pid}/task`);
    // schedstat begins with the nanoseconds on a CPU.
    const spent = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return sum + spent.reduce((all, nanoseconds) => all + nanoseconds, 0) / 1000;
  }, 0);
}

/** Returns a process's memory in MiB; shared memory is divided by its users (PSS). @param {number} pid */
export function memoryOf(pid) {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

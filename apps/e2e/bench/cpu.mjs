import { readdirSync, readFileSync } from 'node:fs';

/** CPU microseconds that processes have used so far, in all their threads. @param {(number | undefined)[]} pids */
export function cpuOf(pids) {
  return pids.reduce((sum, pid) => {
    const threads = readdirSync(`/proc/${pid}/task`);
    // The first number: nanoseconds on a CPU (Documentation/scheduler/sched-stats).
    const spent = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return sum + spent.reduce((all, nanoseconds) => all + nanoseconds, 0) / 1000;
  }, 0);
}

/** MiB of memory that belong to a process alone, plus its share of what several use. @param {number} pid */
export function memoryOf(pid) {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

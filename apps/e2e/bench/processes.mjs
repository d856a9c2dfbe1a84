import { readdirSync, readFileSync } from 'node:fs';

/** Unit of the times in /proc/PID/stat. */
const ticksPerSecond = 100;

/** Reads a file of a process; undefined if the process has ended. @param {number | string} pid @param {string} file */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

/** Returns the fields of /proc/PID/stat from `state` on. @param {number | string} pid */
function statOf(pid) {
  const stat = read(pid, 'stat');
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/**
 * Returns a process and its descendants, each under the name of itself or of its nearest named ancestor.
 * @param {number} root @param {Record<string, number>} names process ids by name; the root is `launcher`
 * @returns {Map<number, string>} names by process id
 */
export function processTree(root, names) {
  const nameOf = new Map(Object.entries(names).map(([name, pid]) => [pid, name]));
  const children = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = Number(statOf(entry)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const tree = new Map();
  const visit = (/** @type {number} */ pid, /** @type {string} */ above) => {
    const name = nameOf.get(pid) ?? above;
    tree.set(pid, name);
    for (const child of children.get(pid) ?? []) visit(child, name);
  };
  visit(root, 'launcher');
  return tree;
}

/** Returns the CPU time of a process's threads in ms. @param {number} pid */
export function cpuOf(pid) {
  let threads;
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return 0;
    throw error;
  }
  // schedstat begins with the nanoseconds on a CPU.
  return threads.reduce((sum, id) => sum + Number(read(pid, `task/${id}/schedstat`)?.split(' ')[0] ?? 0), 0) / 1e6;
}

/** Returns the CPU time of a process, its ended threads and its ended children in ms, in steps of 10 ms. @param {number} pid */
export function lifetimeCpuOf(pid) {
  const fields = statOf(pid)?.slice(11, 15) ?? [];
  return fields.reduce((sum, ticks) => sum + Number(ticks), 0) * (1000 / ticksPerSecond);
}

/** Returns a process's memory in MB (2^20 bytes); memory shared with others is divided by its users (PSS). @param {number} pid */
export function memoryOf(pid) {
  const rollup = read(pid, 'smaps_rollup') ?? '';
  const megabytes = (/** @type {string} */ field) =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  return { total: megabytes('Pss'), own: megabytes('Pss_Anon'), files: megabytes('Pss_File') };
}

/** Adds up values of processes by name. @param {Map<number, string>} tree @param {(pid: number) => number} measure */
export function sumByName(tree, measure) {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const [pid, name] of tree) sums[name] = (sums[name] ?? 0) + measure(pid);
  return sums;
}

/** Adds up the values of all names. @param {Record<string, number>} byName */
export const sumOf = (byName) => Object.values(byName).reduce((sum, value) => sum + value, 0);

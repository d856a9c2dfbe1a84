import { execFileSync } from 'node:child_process';
import { arch, cpus, loadavg, release, totalmem } from 'node:os';

/** Returns what the figures depend on: the machine, its load before the run, and the commit. */
export function machine() {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${arch()} ${release()}`,
    node: process.versions.node,
    loadBefore: loadavg().map((load) => Number(load.toFixed(2))),
    date: new Date().toISOString(),
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : ''),
  };
}

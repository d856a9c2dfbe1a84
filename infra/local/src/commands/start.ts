import { ownEnvironment, readConfig } from '../config.js';
import { findRoot } from '../workspace.js';
import { readReplicas } from './replicas-option.js';
import { runPlatform } from './run-platform.js';

/** Runs `npm start [-- --replicas 2]`: the built platform, until Ctrl-C. Returns the exit code. */
export async function start(args: string[]): Promise<number> {
  const replicas = readReplicas(args);
  const given = replicas === undefined ? {} : { REPLICAS: String(replicas) };
  return runPlatform(readConfig(findRoot(), { ...ownEnvironment(), ...given }));
}

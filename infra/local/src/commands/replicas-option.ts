import { parseArgs } from 'node:util';
import { ConfigError, parseReplicas } from '../config.js';

/** Reads `--replicas N`; undefined if it isn't given. @throws ConfigError for other arguments or N not from 1 to 8 */
export function readReplicas(args: string[]): number | undefined {
  let values: { replicas?: string };
  try {
    ({ values } = parseArgs({ args, options: { replicas: { type: 'string' } }, allowPositionals: false }));
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nKnown: --replicas N, as in npm start -- --replicas 2.`);
  }
  return values.replicas === undefined ? undefined : parseReplicas(values.replicas, '--replicas');
}

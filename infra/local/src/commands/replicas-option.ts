import { parseArgs } from 'node:util';
import { ConfigError } from '../config.js';
import { launcherSettings, maxReplicas } from '../config.schema.js';

/** Reads `--replicas N`; undefined if it isn't given. @throws ConfigError for other arguments or N not from 1 to 8 */
export function readReplicas(args: string[]): number | undefined {
  let values: { replicas?: string };
  try {
    ({ values } = parseArgs({ args, options: { replicas: { type: 'string' } }, allowPositionals: false }));
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\nKnown: --replicas N, as in npm start -- --replicas 2.`);
  }
  if (values.replicas === undefined) return undefined;
  const { data } = launcherSettings.shape.REPLICAS.safeParse(values.replicas);
  if (data === undefined) throw new ConfigError(`--replicas=${values.replicas}: expected 1 to ${maxReplicas}.`);
  return data;
}

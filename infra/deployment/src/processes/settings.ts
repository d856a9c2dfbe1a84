import { type ConfigField, configFields } from '@docfolio/process/config-fields';
import type { Declared } from './declared.js';

/** The settings of a process that .env.example and the ConfigMaps offer, without secrets. */
export const offered = ({ config, port }: Declared): ConfigField[] =>
  configFields(config).filter(
    // Compose and Kubernetes publish a port of the container, whose number is that of its image.
    ({ section, secret, name }) => section !== undefined && !secret && !(port?.purpose === 'http' && name === 'PORT'),
  );

export const reads = ({ config }: Declared, variable: string): boolean => variable in config.shape;

/** Returns the addresses of the processes that a process connects to, by their names in Compose and Kubernetes. */
export function addresses({ connectsTo = [] }: Declared, processes: readonly Declared[]): Record<string, string> {
  return Object.fromEntries(
    connectsTo.map((name) => {
      const port = processes.find((each) => each.name === name)?.port;
      if (!port) throw new Error(`${name}, which another process connects to, declares no port`);
      return [`${name.toUpperCase()}_URL`, `http://${name}:${port.number}`];
    }),
  );
}

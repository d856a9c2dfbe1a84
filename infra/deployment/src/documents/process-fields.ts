import { type ConfigField, configFields } from '@docfolio/process/config-fields';
import type { Declared } from '../processes/declared.js';

export interface ProcessFields {
  process: string;
  fields: ConfigField[];
}

/** The settings of the processes. */
export const processFields = (processes: readonly Declared[]): ProcessFields[] =>
  processes.map(({ name, config }) => ({ process: name, fields: configFields(config) }));

/** The settings of the programs besides the processes, such as `admin`. */
export const sideProgramFields = (processes: readonly Declared[]): ConfigField[] =>
  processes.flatMap(({ sidePrograms = [] }) => sidePrograms.flatMap(({ config }) => configFields(config)));

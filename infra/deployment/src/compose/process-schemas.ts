import { join } from 'node:path';
import { type ConfigField, configFields } from '@docfolio/process/config-fields';
import type { ProcessDefinition } from '@docfolio/process/definition';
import { processFolders } from '../processes/declared.js';
import { root } from './compose-file.js';

/** What the processes declare, from their sources, so that specs need no build. */
export const definitions: ProcessDefinition[] = processFolders(root).map(
  (folder) => (require(join(root, folder, 'src/process')) as { default: ProcessDefinition }).default,
);

export const processFields: Record<string, ConfigField[]> = Object.fromEntries(
  definitions.map(({ name, config }) => [name, configFields(config)]),
);

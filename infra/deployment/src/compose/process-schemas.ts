import { join } from 'node:path';
import { processes } from '@docfolio/local/processes';
import { type ConfigField, configFields } from '@docfolio/process/config-fields';
import type { z } from 'zod';
import { root } from './compose-file.js';

/** Loads a process's config schema from its source, so that specs need no build. */
function schemaOf(compiled: string): z.ZodObject {
  const source = compiled.replace('/dist/', '/src/').replace(/\.js$/, '');
  return (require(join(root, source)) as { configSchema: z.ZodObject }).configSchema;
}

export const processFields: Record<string, ConfigField[]> = Object.fromEntries(
  processes.map(({ name, configSchema }) => [name, configFields(schemaOf(configSchema))]),
);

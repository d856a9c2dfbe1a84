import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROCESSES } from '@docfolio/local/processes';
import { type ConfigField, configFields } from '@docfolio/process/config-fields';
import type { z } from 'zod';

export interface ProcessFields {
  process: string;
  fields: ConfigField[];
}

/** Reads the compiled config schema of every process. @throws Error if a process is not built */
export function loadProcessFields(root: string): Promise<ProcessFields[]> {
  return Promise.all(
    PROCESSES.map(async ({ name, configSchema }) => {
      const module = (await import(pathToFileURL(join(root, configSchema)).href)) as { configSchema: z.ZodObject };
      return { process: name, fields: configFields(module.configSchema) };
    }),
  );
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { processes, type Task, tasks } from '@docfolio/local/processes';
import { type ConfigField, configFields } from '@docfolio/process/config-fields';
import type { z } from 'zod';

export interface ProcessFields {
  process: string;
  /** Path of the compiled program, relative to the root. */
  entry: string;
  fields: ConfigField[];
}

type Schemas = Record<string, z.ZodObject | undefined>;

async function fieldsOf(root: string, path: string, name: string): Promise<ConfigField[]> {
  const schema = ((await import(pathToFileURL(join(root, path)).href)) as Schemas)[name];
  if (!schema) throw new Error(`${path} exports no ${name}`);
  return configFields(schema);
}

/** Reads the compiled config schemas of the processes. @throws Error if one is not built */
export function loadProcessFields(root: string): Promise<ProcessFields[]> {
  return Promise.all(
    processes.map(async ({ name, entry, configSchema }) => {
      return { process: name, entry, fields: await fieldsOf(root, configSchema, 'configSchema') };
    }),
  );
}

export interface TaskFields {
  task: Task;
  fields: ConfigField[];
}

/** Reads the compiled config schemas of the launcher's tasks, such as `admin`. @throws Error if one is not built */
export function loadTaskFields(root: string): Promise<TaskFields[]> {
  return Promise.all(
    tasks.map(async (task) => {
      const owner = processes.find(({ name }) => name === task.of);
      if (!owner) throw new Error(`${task.of} is not in the table of processes`);
      return { task, fields: await fieldsOf(root, owner.configSchema, task.schema) };
    }),
  );
}

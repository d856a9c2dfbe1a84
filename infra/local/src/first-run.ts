import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@docfolio/process/operator-error';
import { databaseFolder } from './backing/mongo.js';
import type { LocalConfig } from './config.js';
import { adminTask, seedTasks, type Task } from './processes.js';
import { runToEnd } from './run-program.js';

/** Output of the gateway's `admin.js ensure-first`. `password` is null unless it was generated. */
export type FirstAdmin = { created: false } | { created: true; email: string; password: string | null };

/** Runs a program of a service to its end. @returns its standard output @throws OperatorError with its output if it fails */
export async function taskOutput(
  config: LocalConfig,
  entry: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<string> {
  const result = await runToEnd(process.execPath, [join(config.root, entry), ...args], {
    cwd: config.root,
    env,
    signal,
  });
  if (result.code !== 0) {
    throw new OperatorError(`${entry} ${args.join(' ')} failed (${result.how}):\n${result.output.trim()}`);
  }
  return result.stdout;
}

/**
 * Creates the first admin, from ADMIN_EMAIL and ADMIN_PASSWORD or generated, if there is none. A file in the folder of our
 * own database says that there is one, as looking takes a fifth of the start's CPU time. @throws OperatorError
 */
export async function ensureFirstAdmin(
  config: LocalConfig,
  env: NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<FirstAdmin> {
  const folder = databaseFolder(config);
  const marker = folder && join(folder, 'has-admin');
  if (marker && existsSync(marker)) return { created: false };
  const { entry } = adminTask;
  const output = await taskOutput(config, entry, ['ensure-first'], env, signal);
  const line = output.split('\n').findLast((candidate) => candidate.startsWith('{"created"'));
  if (!line) throw new OperatorError(`${entry} ensure-first did not say whether it made an admin:\n${output.trim()}`);
  if (marker) writeFileSync(marker, '');
  return JSON.parse(line) as FirstAdmin;
}

/** Inserts the demo records if they are missing. @param envOf returns a task's environment @throws OperatorError */
export async function seedDemo(
  config: LocalConfig,
  envOf: (task: Task) => NodeJS.ProcessEnv,
  signal?: AbortSignal,
): Promise<void> {
  await Promise.all(seedTasks.map((task) => taskOutput(config, task.entry, [], envOf(task), signal)));
}

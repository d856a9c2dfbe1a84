import { resolve } from 'node:path';
import { ConfigError } from '@docfolio/process/config';
import { TaskError } from './task-error.js';
import { loadTask } from './tasks.js';

const [name, ...args] = process.argv.slice(2);

try {
  const task = await loadTask(name);
  process.exitCode = await task({
    root: resolve(import.meta.dirname, '../../..'),
    args,
    env: process.env,
    print: (line) => console.log(line),
  });
} catch (error) {
  const isExpected = error instanceof TaskError || error instanceof ConfigError;
  console.error(isExpected ? error.message : error);
  process.exitCode = error instanceof TaskError ? error.exitCode : 1;
}

import { runProgram } from '../run-program.js';
import type { Task } from '../task.js';

const program = 'infra/backup/dist/main.js';

const passOn =
  (name: string): Task =>
  async (context) =>
    (await runProgram(context, program, { args: [name, ...context.args] })).code;

export const backup = passOn('backup');
export const restore = passOn('restore');

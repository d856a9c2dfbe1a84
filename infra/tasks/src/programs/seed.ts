import { runProgram } from '../run-program.js';
import type { Task } from '../task.js';
import { TaskError } from '../task-error.js';

const programs = ['services/leads/dist/seed.js', 'services/content/dist/seed.js'];

export const seed: Task = async (context) => {
  for (const program of programs) {
    const { code } = await runProgram(context, program);
    if (code !== 0) throw new TaskError(`${program} failed (exit code ${code}).`);
  }
  context.print('demo records are in place');
  return 0;
};

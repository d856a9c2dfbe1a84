import { runProgram } from '../run-program.js';
import type { Task } from '../task.js';

export const adminProgram = 'services/gateway/dist/admin.js';

export const admin: Task = async (context) => {
  const { code } = await runProgram(context, adminProgram, { args: context.args });
  return code;
};

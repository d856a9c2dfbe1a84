import { runProgram } from '../run-program.js';
import type { Task } from '../task.js';

export const ADMIN_PROGRAM = 'services/gateway/dist/admin.js';

export const admin: Task = async (context) => {
  const { code } = await runProgram(context, ADMIN_PROGRAM, { args: context.args });
  return code;
};

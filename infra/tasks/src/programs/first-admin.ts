import { existsSync } from 'node:fs';
import { runProgram } from '../run-program.js';
import type { Task, TaskContext } from '../task.js';
import { TaskError } from '../task-error.js';
import { ADMIN_PROGRAM } from './admin.js';

/** Output of the gateway's `admin.js ensure-first`. */
type FirstAdmin = { created: false } | { created: true; email: string; password: string | null };

/** Creates the first admin. The log of this task is the only place where a generated password is shown. */
export const firstAdmin: Task = async (context) => {
  const { code, stdout } = await runProgram(context, ADMIN_PROGRAM, {
    args: ['ensure-first'],
    env: passwordFile(context.env),
    capture: true,
  });
  // Printed before the exit code is judged: the program may fail after it has created the account, and nothing else
  // ever shows the password.
  const result = parse(stdout);
  if (result) for (const line of describe(result)) context.print(line);
  if (code !== 0) throw new TaskError(`The first admin could not be created (exit code ${code}).`);
  if (!result) throw new TaskError(`${ADMIN_PROGRAM} ensure-first printed no result.`);
  return 0;
};

/** ADMIN_PASSWORD is optional: a file that does not exist means that a password is to be generated. */
function passwordFile({ ADMIN_PASSWORD_FILE }: TaskContext['env']): NodeJS.ProcessEnv {
  return ADMIN_PASSWORD_FILE && !existsSync(ADMIN_PASSWORD_FILE) ? { ADMIN_PASSWORD_FILE: '' } : {};
}

function parse(stdout: string): FirstAdmin | undefined {
  const line = stdout.split('\n').findLast((candidate) => candidate.startsWith('{"created"'));
  return line === undefined ? undefined : (JSON.parse(line) as FirstAdmin);
}

function describe(result: FirstAdmin): string[] {
  if (!result.created) return ['An admin exists already; nothing to do.'];
  const { email, password } = result;
  if (password === null) return [`First admin created: ${email}, with the password from the configuration.`];
  return ['First admin created. The password is shown only once.', `  email:    ${email}`, `  password: ${password}`];
}

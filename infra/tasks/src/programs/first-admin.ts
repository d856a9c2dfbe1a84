import { existsSync } from 'node:fs';
import { OperatorError } from '@docfolio/process/operator-error';
import type { Declare } from '../declare.js';
import type { Installation } from '../installation.js';
import { adminProgram } from './admin.js';

type FirstAdmin = { created: false } | { created: true; email: string; password: string | null };

/** Creates the first admin unless there is one. A generated password appears in this output only. */
export const firstAdmin: Declare = (program, at) =>
  program
    .command('first-admin')
    .description('create the first admin unless there is one; a generated password is printed once')
    .action(() => ensureFirst(at));

async function ensureFirst({ env, print, withPrograms }: Installation): Promise<void> {
  const { code, stdout } = await withPrograms('first-admin', (run) =>
    run(adminProgram, { args: ['ensure-first'], env: passwordFile(env), capture: true }),
  );
  // Print first: if the program fails after creating the account, the password would be lost.
  const result = parse(stdout);
  if (result) for (const line of messagesOf(result)) print(line);
  if (code !== 0) throw new OperatorError(`The first admin could not be created (exit code ${code}).`);
  if (!result) throw new OperatorError(`${adminProgram} ensure-first printed no result.`);
}

/** Without the optional file, a password is generated. */
function passwordFile({ ADMIN_PASSWORD_FILE }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return ADMIN_PASSWORD_FILE && !existsSync(ADMIN_PASSWORD_FILE) ? { ADMIN_PASSWORD_FILE: '' } : {};
}

function parse(stdout: string): FirstAdmin | undefined {
  const line = stdout.split('\n').findLast((candidate) => candidate.startsWith('{"created"'));
  return line === undefined ? undefined : (JSON.parse(line) as FirstAdmin);
}

function messagesOf(result: FirstAdmin): string[] {
  if (!result.created) return ['An admin exists already; nothing to do.'];
  const { email, password } = result;
  if (password === null) return [`First admin created: ${email}, with the password from the configuration.`];
  return ['First admin created. The password is shown only once.', `  email:    ${email}`, `  password: ${password}`];
}

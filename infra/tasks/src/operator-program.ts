import { Command, CommanderError } from '@commander-js/extra-typings';
import { OperatorError } from '@docfolio/process/operator-error';
import type { Installation } from './installation.js';
import { admin } from './programs/admin.js';
import { backup } from './programs/backup.js';
import { firstAdmin } from './programs/first-admin.js';
import { migrate } from './programs/migrate.js';
import { moveData } from './programs/move-data.js';
import { generateSecrets, prepareMongodb, prepareVolumes } from './programs/prepare.js';
import { quarantine } from './programs/quarantine.js';
import { remotes } from './programs/remotes.js';
import { restore } from './programs/restore.js';
import { seed } from './programs/seed.js';

/** Returns the program with the commands of an installation. Each file of `programs` declares one of them. */
export function operatorProgram(at: Installation): Command {
  const program = new Command(at.program)
    .description('Commands for those who run Docfolio. Each has --help.')
    .helpCommand(false)
    .enablePositionalOptions()
    .showHelpAfterError('The command with --help shows how it is used.')
    .exitOverride();
  for (const declare of [admin, seed, migrate, quarantine, remotes, backup, restore]) declare(program, at);
  const here = at.moveData ? [moveData] : [firstAdmin, generateSecrets, prepareMongodb, prepareVolumes];
  for (const declare of here) declare(program, at);
  return program;
}

/** Runs a command. Prints expected failures. @returns the exit code: 0 done, 1 failed, 2 wrong command line */
export async function runOperator(at: Installation, args: readonly string[]): Promise<number> {
  try {
    await operatorProgram(at).parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has printed what is wrong, or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof OperatorError)) throw error;
    if (error.message) console.error(error.message);
    return error.exitCode;
  }
}

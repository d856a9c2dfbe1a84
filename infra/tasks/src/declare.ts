import type { Command } from '@commander-js/extra-typings';
import { OperatorError } from '@docfolio/process/operator-error';
import type { Installation, RunProgram } from './installation.js';

/** Adds a command to the program: its name, a sentence, its options and what it does. */
export type Declare = (program: Command, at: Installation) => void;

/** A program has ended with another code than 0, and has printed why. */
export class ProgramFailed extends OperatorError {
  override readonly name = 'ProgramFailed';

  constructor(exitCode: number) {
    super('', exitCode);
  }
}

/** Runs a program of a service. @throws ProgramFailed */
export async function runShown(run: RunProgram, entry: string, args: readonly string[]): Promise<void> {
  const { code } = await run(entry, { args });
  if (code !== 0) throw new ProgramFailed(code);
}

/** Returns parsed options as arguments of another program: `{ email: 'a@b.c', revokeTokens: true }` is `--email=a@b.c --revoke-tokens`. */
export function flagsOf(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (value === true) return [flag];
    // One argument: a value may begin with a dash.
    return [value].flat().map((each) => `${flag}=${each}`);
  });
}

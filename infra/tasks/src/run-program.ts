import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@docfolio/process/operator-error';

export interface ProgramOptions {
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** Collects standard output instead of passing it through; `copy` does both. */
  capture?: boolean | 'copy';
}

export interface ProgramResult {
  code: number;
  /** Empty without `capture`. */
  stdout: string;
}

const forwardedSignals = ['SIGTERM', 'SIGINT'] as const;

/** Runs a compiled program below the root until it ends. @throws OperatorError if it is missing or killed by a signal */
export async function runProgram(
  { root, env }: { root: string; env: NodeJS.ProcessEnv },
  entry: string,
  { args = [], env: extra = {}, capture = false }: ProgramOptions = {},
): Promise<ProgramResult> {
  const path = join(root, entry);
  if (!existsSync(path)) throw new OperatorError(`${entry} does not exist: is the workspace built?`);
  const child = spawn(process.execPath, [path, ...args], {
    cwd: root,
    env: { ...env, ...extra },
    stdio: ['inherit', capture ? 'pipe' : 'inherit', 'inherit'],
  });
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (capture === 'copy') process.stdout.write(text);
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of forwardedSignals) process.on(signal, forward);
  try {
    const code = await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (exitCode, signal) =>
        exitCode === null ? reject(new OperatorError(`${entry} was killed by ${signal}`)) : resolve(exitCode),
      );
    });
    return { code, stdout };
  } finally {
    for (const signal of forwardedSignals) process.off(signal, forward);
  }
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ownEnvironment } from '../config.js';
import { findRoot } from '../workspace.js';
import { onStopSignals } from './stop-signals.js';

const programs: Record<string, string> = {
  /** Builds the images, runs docker-compose.yml from them, and checks the running stack. */
  compose: 'infra/deployment/dist/verify/main.js',
  /** Rehearses operations that take minutes, such as a rolling upgrade. */
  operations: 'infra/deployment/dist/operations/main.js',
};

/** Runs `npm run verify -- compose|operations`. */
export async function verify([name = '', ...args]: string[]): Promise<number> {
  const programPath = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (programPath) return runVerification(programPath, args);
  console.error(`npm run verify -- ${Object.keys(programs).join('|')}`);
  return 2;
}

/** Forwards the first signal as SIGTERM; the program then removes what it has started. */
async function runVerification(programPath: string, args: string[]): Promise<number> {
  const root = findRoot();
  // Its own process group: Ctrl-C reaches only this process, not the Docker clients that the program waits for.
  const child = spawn(process.execPath, [join(root, programPath), ...args], {
    cwd: root,
    env: ownEnvironment(),
    stdio: 'inherit',
    detached: true,
  });
  const stop = onStopSignals(() => undefined);
  stop.signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    stop.release();
  }
}

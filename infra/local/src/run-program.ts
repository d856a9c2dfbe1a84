import { type SpawnOptions, spawn } from 'node:child_process';

/** ms to wait for the output to close after a program has exited. */
const openOutputMs = 2_000;

export interface ProgramResult {
  /** Exit code; -1 if the program was ended by a signal or could not be started. */
  code: number;
  /** How the program ended: `exit 1`, `SIGKILL`, or the reason why it could not be started. */
  how: string;
  stdout: string;
  output: string;
}

/** Runs a program to its end and collects its output. Never rejects. @param onOutput receives output as it arrives */
export function runToEnd(
  command: string,
  args: string[],
  { onSpawn, ...options }: SpawnOptions & { cwd: string; env: NodeJS.ProcessEnv; onSpawn?: (pid: number) => void },
  onOutput?: (text: string) => void,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) onSpawn?.(child.pid);
    let stdout = '';
    let output = '';
    const collect = (isStdout: boolean) => (text: string) => {
      if (isStdout) stdout += text;
      output += text;
      onOutput?.(text);
    };
    child.stdout?.setEncoding('utf8').on('data', collect(true));
    child.stderr?.setEncoding('utf8').on('data', collect(false));
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: -1, how: error.message, stdout, output });
    });
    const finish = (code: number | null, signal: NodeJS.Signals | null) =>
      resolve({ code: code ?? -1, how: signal ?? `exit ${code}`, stdout, output });
    child.once('close', finish);
    // A process that the program left behind may hold its output open: finish with the output so far.
    child.once('exit', (code, signal) => setTimeout(() => finish(code, signal), openOutputMs).unref());
  });
}

/** Runs a program attached to this terminal. Resolves to its exit code, 1 if a signal ended it. */
export function runAttached(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

import { seconds } from '../../bootstrap/progress.mjs';
import { type Counts, oneCheck, sum } from '../checks/results.js';
import { type ProgramResult, runToEnd } from '../run-program.js';
import { signal as sendSignal } from '../supervisor/process-identity.js';

/** ms after which a program of a stage is considered hung and is killed. */
const stageMs = 30 * 60_000;

export interface StageContext {
  root: string;
  env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

export interface Stage {
  name: string;
  run(context: StageContext): Promise<Counts>;
}

/**
 * Runs a program in its own process group, which gets SIGTERM on an abort and SIGKILL after 30 minutes.
 * @param show also prints the output as it arrives
 */
export async function runProgram(
  { root, env, signal }: StageContext,
  command: string,
  args: string[],
  { show = false, cwd = root, extraEnv = {} as NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(stageMs)]);
  let pid: number | undefined;
  const end = () => {
    if (pid !== undefined) sendSignal(-pid, signal.aborted ? 'SIGTERM' : 'SIGKILL');
  };
  over.addEventListener('abort', end);
  try {
    const running = runToEnd(
      command,
      args,
      { cwd, env: { ...env, ...extraEnv }, detached: true, onSpawn: (started) => (pid = started) },
      show ? (text) => process.stdout.write(text) : undefined,
    );
    return await running;
  } finally {
    over.removeEventListener('abort', end);
  }
}

/** Runs a program as one check, which passes with exit code 0. Prints the whole output if it fails. */
export async function checkProgram(context: StageContext, command: string, args: string[]): Promise<Counts> {
  const result = await runProgram(context, command, args);
  if (result.code !== 0) console.log(result.output.trimEnd());
  return oneCheck(result.code === 0);
}

/** Runs stages one after another and adds up their results. One that throws counts as a failure; the rest still run. */
export async function runStages(stages: Stage[], context: StageContext): Promise<Counts> {
  const all: Counts[] = [];
  for (const { name, run } of stages) {
    if (context.signal.aborted) break;
    console.log(`\n== ${name}`);
    const began = performance.now();
    let counts: Counts;
    try {
      counts = await run(context);
    } catch (error) {
      console.log(error instanceof Error ? error.stack : String(error));
      counts = oneCheck(false);
    }
    const { passed, failed, skipped } = counts;
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    console.log(
      `   ${name}: ${failed > 0 ? `${failed} FAILED, ` : ''}${passed} passed${left} in ${seconds(performance.now() - began)}`,
    );
    const unnamed = failed > 0 && counts.failures.length === 0 ? [`${name}: see its output above`] : [];
    all.push({ ...counts, failures: [...counts.failures.map((failure) => `${name}: ${failure}`), ...unnamed] });
  }
  if (context.signal.aborted) {
    console.log('\nInterrupted.');
    all.push(oneCheck(false));
  }
  return sum(all);
}

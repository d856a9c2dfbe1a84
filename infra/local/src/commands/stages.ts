import { seconds } from '../../bootstrap/progress.mjs';
import { type Counts, oneCheck, sum } from '../checks/results.js';
import { type ProgramResult, runToEnd } from '../run-program.js';
import { signal as sendSignal } from '../supervisor/process-identity.js';

/** ms after which a program of a stage is considered hung and is killed. */
const STAGE_MS = 30 * 60_000;

export interface StageContext {
  root: string;
  /** The environment of all programs that a stage starts. */
  env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  print(text: string): void;
}

export interface Stage {
  name: string;
  run(context: StageContext): Promise<Counts>;
}

export const printLine = ({ print }: StageContext, line = ''): void => print(`${line}\n`);

/**
 * Runs a program in its own process group, which gets SIGTERM on an abort and SIGKILL after STAGE_MS.
 * @param show also prints the output as it arrives; otherwise it is only collected
 */
export async function runProgram(
  { root, env, signal, print }: StageContext,
  command: string,
  args: string[],
  { show = false, cwd = root, extraEnv = {} as NodeJS.ProcessEnv } = {},
): Promise<ProgramResult> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(STAGE_MS)]);
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
      show ? print : undefined,
    );
    return await running;
  } finally {
    over.removeEventListener('abort', end);
  }
}

/** Runs a program as one check, which passes with exit code 0. Prints the whole output if it fails. */
export async function checkProgram(context: StageContext, command: string, args: string[]): Promise<Counts> {
  const result = await runProgram(context, command, args);
  if (result.code !== 0) printLine(context, result.output.trimEnd());
  return oneCheck(result.code === 0);
}

/** Runs a stage. One that throws counts as a failure. */
async function runStage({ name, run }: Stage, context: StageContext): Promise<Counts> {
  printLine(context, `\n== ${name}`);
  const began = performance.now();
  let counts: Counts;
  try {
    counts = await run(context);
  } catch (error) {
    printLine(context, error instanceof Error ? error.stack : String(error));
    counts = oneCheck(false);
  }
  const { passed, failed, skipped } = counts;
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  printLine(
    context,
    `   ${name}: ${failed > 0 ? `${failed} FAILED, ` : ''}${passed} passed${left} in ${seconds(performance.now() - began)}`,
  );
  const unnamed = failed > 0 && counts.failures.length === 0 ? [`${name}: see its output above`] : [];
  return { ...counts, failures: [...counts.failures.map((failure) => `${name}: ${failure}`), ...unnamed] };
}

/** Runs stages concurrently. Shows their output one stage after another. */
async function runTogether(stages: Stage[], context: StageContext): Promise<Counts[]> {
  const running = stages.map((stage) => {
    let held: string | undefined = '';
    const print = (text: string) => {
      if (held === undefined) context.print(text);
      else held += text;
    };
    const show = () => {
      context.print(held ?? '');
      held = undefined;
    };
    return { counts: runStage(stage, { ...context, print }), show };
  });
  const all: Counts[] = [];
  for (const { counts, show } of running) {
    show();
    all.push(await counts);
  }
  return all;
}

/**
 * Runs stages one after another and adds up their results; those of an inner list run concurrently. After a failed one
 * the rest still run.
 */
export async function runStages(stages: (Stage | Stage[])[], context: StageContext): Promise<Counts> {
  const all: Counts[] = [];
  for (const next of stages) {
    if (context.signal.aborted) break;
    all.push(...(await runTogether([next].flat(), context)));
  }
  if (context.signal.aborted) {
    printLine(context, '\nInterrupted.');
    all.push(oneCheck(false));
  }
  return sum(all);
}

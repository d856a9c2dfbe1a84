import { seconds } from '../../bootstrap/progress.mjs';
import { type Counts, noCounts, oneCheck, sum } from '../checks/results.js';
import { type ProgramResult, runToEnd } from '../run-program.js';
import { signal as sendSignal } from '../supervisor/process-identity.js';

/** ms after which a program of a stage is considered hung and is killed, on a busy machine too. */
const stageMs = 60 * 60_000;

export interface StageContext {
  root: string;
  env: NodeJS.ProcessEnv;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Prints a line of a stage's output. */
  print(text: string): void;
}

export interface Stage {
  name: string;
  run(context: StageContext): Promise<Counts>;
}

export interface FinishedStage {
  name: string;
  ms: number;
  counts: Counts;
}

export interface ProgramOptions {
  /** Receives the output as it arrives. */
  show?(output: string): void;
  /** Default: the repository. */
  cwd?: string;
  extraEnv?: NodeJS.ProcessEnv;
}

/**
 * Runs a program in its own process group, which gets SIGTERM on an abort and SIGKILL after 60 minutes.
 */
export async function runProgram(
  { root, env, signal }: StageContext,
  command: string,
  args: string[],
  { show, cwd = root, extraEnv = {} }: ProgramOptions = {},
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
      show,
    );
    return await running;
  } finally {
    over.removeEventListener('abort', end);
  }
}

/** Runs a program as one check, which passes with exit code 0. Prints the whole output if it fails. */
export async function checkProgram(
  context: StageContext,
  command: string,
  args: string[],
  options: ProgramOptions = {},
): Promise<Counts> {
  const result = await runProgram(context, command, args, options);
  if (result.code !== 0) context.print(result.output.trimEnd());
  return oneCheck(result.code === 0);
}

export interface TimeLimit {
  /** ms that the run may take. */
  limit: number;
  /** Returns ms since the run began. */
  elapsed(): number;
  /** Returns the ms that a stage is expected to take. */
  expected(name: string): number;
}

/** Returns a stage that does not begin if it is not expected to end within the limit: then it counts as skipped, and says so. */
export const within = ({ name, run }: Stage, { limit, elapsed, expected }: TimeLimit): Stage => ({
  name,
  run: (context) => {
    if (elapsed() + expected(name) <= limit) return run(context);
    context.print(`   NOT RUN: about ${seconds(expected(name))} do not fit into what is left of ${seconds(limit)}`);
    return Promise.resolve({ ...noCounts, skipped: 1 });
  },
});

async function runStage({ name, run }: Stage, context: StageContext): Promise<FinishedStage> {
  context.print(`\n== ${name}`);
  const began = performance.now();
  let counts: Counts;
  try {
    counts = await run(context);
  } catch (error) {
    context.print(error instanceof Error ? (error.stack ?? error.message) : String(error));
    counts = oneCheck(false);
  }
  const ms = performance.now() - began;
  const { passed, failed, skipped } = counts;
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  context.print(`   ${name}: ${failed > 0 ? `${failed} FAILED, ` : ''}${passed} passed${left} in ${seconds(ms)}`);
  const unnamed = failed > 0 && counts.failures.length === 0 ? [`${name}: see its output above`] : [];
  const failures = [...counts.failures.map((failure) => `${name}: ${failure}`), ...unnamed];
  return { name, ms, counts: { ...counts, failures } };
}

/** Runs stages at the same time. The output of each is printed as a whole when it ends. */
const runTogether = (stages: Stage[], context: StageContext): Promise<FinishedStage[]> =>
  Promise.all(
    stages.map(async (stage) => {
      const lines: string[] = [];
      const finished = await runStage(stage, { ...context, print: (text) => lines.push(text) });
      for (const line of lines) context.print(line);
      return finished;
    }),
  );

/**
 * Runs stages one after another, those of an inner list at the same time. One that throws counts as a failure; the rest
 * still run.
 */
export async function runStages(stages: (Stage | Stage[])[], context: StageContext): Promise<FinishedStage[]> {
  const all: FinishedStage[] = [];
  for (const next of stages) {
    if (context.signal.aborted) break;
    all.push(...(Array.isArray(next) ? await runTogether(next, context) : [await runStage(next, context)]));
  }
  if (context.signal.aborted) {
    context.print('\nInterrupted.');
    all.push({ name: 'interrupted', ms: 0, counts: oneCheck(false) });
  }
  return all;
}

/** Returns the results of all stages together. */
export const total = (finished: FinishedStage[]): Counts => sum(finished.map(({ counts }) => counts));

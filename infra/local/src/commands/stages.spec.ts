import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endMarked, markedProcesses } from '../checks/leftover-processes.js';
import { oneCheck } from '../checks/results.js';
import { identify, isAlive } from '../supervisor/process-identity.js';
import { checkProgram, runProgram, runStages, type StageContext, total, within } from './stages.js';

let output: string;
let stop: AbortController;
let context: StageContext;

beforeEach(() => {
  output = '';
  stop = new AbortController();
  const print = (text: string) => {
    output += `${text}\n`;
  };
  context = { root: process.cwd(), env: { PATH: process.env.PATH }, signal: stop.signal, print };
});

const node = (script: string): [string, string[]] => [process.execPath, ['-e', script]];

it('goes on after a stage that crashes, and counts it', async () => {
  const finished = await runStages(
    [
      { name: 'one', run: async () => oneCheck(true) },
      { name: 'crash', run: async () => Promise.reject(new Error('it broke')) },
      { name: 'three', run: async () => ({ passed: 5, failed: 0, skipped: 2, failures: [], tests: [] }) },
    ],
    context,
  );
  expect(total(finished)).toMatchObject({
    passed: 6,
    failed: 1,
    skipped: 2,
    failures: ['crash: see its output above'],
  });
  expect(output).toContain('it broke');
});

it('does not begin a stage that is not expected to end within the time limit, and says so', async () => {
  let elapsed = 0;
  const times: Record<string, number> = { long: 90_000, short: 20_000 };
  const limit = { limit: 100_000, elapsed: () => elapsed, expected: (name: string) => times[name]! };
  const stage = (name: string) => within({ name, run: async () => oneCheck(true) }, limit);
  expect(total(await runStages([stage('long'), stage('short')], context))).toMatchObject({ passed: 2, skipped: 0 });
  elapsed = 15_000;
  expect(total(await runStages([stage('long'), stage('short')], context))).toMatchObject({ passed: 1, skipped: 1 });
  expect(output).toMatch(/== long\n {3}NOT RUN: about 90\.0 s do not fit/);
});

it('shows what a failing check prints, and nothing of a passing one', async () => {
  expect(await checkProgram(context, ...node('console.log("all is well")'))).toEqual(oneCheck(true));
  expect(output).toBe('');
  expect(await checkProgram(context, ...node('console.error("line 7 is wrong"); process.exit(1)'))).toEqual(
    oneCheck(false),
  );
  expect(output).toContain('line 7 is wrong');
});

it('ends a running stage and the rest on Ctrl-C, as a failure', async () => {
  const later = jest.fn(async () => oneCheck(true));
  const running = runStages(
    [
      {
        name: 'endless',
        run: async (each) => {
          const result = runProgram(each, ...node('setInterval(() => {}, 1000)'));
          stop.abort();
          return oneCheck((await result).code === 0);
        },
      },
      { name: 'later', run: later },
    ],
    context,
  );
  expect(total(await running).failed).toBe(2);
  expect(later).not.toHaveBeenCalled();
});

it('finds and ends a process that a run has left behind', async () => {
  const mark = randomUUID();
  const left = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, RUN: mark } });
  const identity = identify(left.pid!);
  expect(markedProcesses('RUN', 'another')).toEqual([]);
  expect(await endMarked('RUN', mark, 200)).toEqual([expect.objectContaining({ pid: left.pid, command: 'sleep 600' })]);
  while (isAlive(identity)) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await endMarked('RUN', mark, 0)).toEqual([]);
});

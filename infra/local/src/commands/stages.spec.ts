import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { endMarked, markedProcesses } from '../checks/leftover-processes.js';
import { oneCheck } from '../checks/results.js';
import { identify, isAlive } from '../supervisor/process-identity.js';
import { checkProgram, runProgram, runStages, type Stage, type StageContext } from './stages.js';

let output: string;
let stop: AbortController;
let context: StageContext;

beforeEach(() => {
  output = '';
  stop = new AbortController();
  const print = (text: string) => {
    output += text;
  };
  context = { root: process.cwd(), env: { PATH: process.env.PATH }, signal: stop.signal, print };
});

const node = (script: string): [string, string[]] => [process.execPath, ['-e', script]];

it('continues after a stage that crashes, and counts it as failed', async () => {
  const counts = await runStages(
    [
      { name: 'one', run: async () => oneCheck(true) },
      { name: 'crash', run: async () => Promise.reject(new Error('it broke')) },
      { name: 'three', run: async () => ({ passed: 5, failed: 0, skipped: 2, failures: [], tests: [] }) },
    ],
    context,
  );
  expect(counts).toMatchObject({ passed: 6, failed: 1, skipped: 2, failures: ['crash: see its output above'] });
  expect(output).toContain('it broke');
});

it('shows the output of a failing check, and none of a passing one', async () => {
  expect(await checkProgram(context, ...node('console.log("all is well")'))).toEqual(oneCheck(true));
  expect(output).toBe('');
  expect(await checkProgram(context, ...node('console.error("line 7 is wrong"); process.exit(1)'))).toEqual(
    oneCheck(false),
  );
  expect(output).toContain('line 7 is wrong');
});

it('runs the stages of an inner list concurrently, and shows the output of one after that of the other', async () => {
  let finishFirst = () => {};
  const finished = new Promise<void>((resolve) => (finishFirst = resolve));
  const first: Stage = {
    name: 'first',
    run: async ({ print }) => {
      print('first begins\n');
      await finished;
      print('first ends\n');
      return oneCheck(true);
    },
  };
  const second: Stage = {
    name: 'second',
    run: async ({ print }) => {
      print('second runs\n');
      finishFirst();
      return oneCheck(false);
    },
  };
  expect(await runStages([[first, second]], context)).toMatchObject({ passed: 1, failed: 1 });
  expect(
    output
      .replace(/ in .*/g, '')
      .trim()
      .split(/\n+/),
  ).toEqual([
    ...['== first', 'first begins', 'first ends', '   first: 1 passed'],
    ...['== second', 'second runs', '   second: 1 FAILED, 0 passed'],
  ]);
});

it('ends the running stage on Ctrl-C, skips the others, and counts all of them as failed', async () => {
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
  expect((await running).failed).toBe(2);
  expect(later).not.toHaveBeenCalled();
});

it('finds and ends a process that a run left running', async () => {
  const mark = randomUUID();
  const left = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env: { PATH: process.env.PATH, RUN: mark } });
  const identity = identify(left.pid!);
  expect(markedProcesses('RUN', 'another')).toEqual([]);
  expect(await endMarked('RUN', mark, 200)).toEqual([expect.objectContaining({ pid: left.pid, command: 'sleep 600' })]);
  while (isAlive(identity)) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await endMarked('RUN', mark, 0)).toEqual([]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const moduleUrl = pathToFileURL(path.join(__dirname, '../dist/log-output.js'));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docfolio-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs a program that logs by `log`. @returns its exit code and the messages on its standard output */
async function run(program: string): Promise<{ code: number; messages: string[] }> {
  const code = `
    import { pino } from 'pino';
    const { logOutput } = await import('${moduleUrl}');
    const log = pino({}, logOutput());
    ${program}`;
  // Into a file, because a pipe may lose what a killed process has written.
  const file = await open(path.join(folder, 'log'), 'w');
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: __dirname,
    stdio: ['ignore', file.fd, 'ignore'],
  });
  const [exitCode] = await once(child, 'exit');
  await file.close();
  const lines = (await readFile(path.join(folder, 'log'), 'utf8')).split('\n').filter((line) => line !== '');
  return { code: exitCode, messages: lines.map((line) => JSON.parse(line).msg) };
}

const numbers = Array.from({ length: 1_000 }, (_, index) => String(index));
const logAll = 'for (let index = 0; index < 1000; index += 1) log.info(String(index));';

it.each([
  ['process.exit', 'process.exit(3);', 3],
  ['an uncaught error', "throw new Error('fatal');", 1],
  ['an unhandled rejection', "Promise.reject(new Error('fatal'));", 1],
  ['the end of the program', '', 0],
])('loses no line on %s', async (_how, end, code) => {
  expect(await run(`${logAll} ${end}`)).toEqual({ code, messages: numbers });
});

it('writes a warning before SIGKILL, with the lines before it', async () => {
  const { messages } = await run(`${logAll} log.warn('warning'); process.kill(process.pid, 'SIGKILL');`);
  expect(messages).toEqual([...numbers, 'warning']);
});

it('writes a line within its delay', async () => {
  const { messages } = await run("log.info('one'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000);");
  expect(messages).toEqual(['one']);
});

it('flushes for pino’s flush', async () => {
  const { messages } = await run("log.info('one'); log.flush(() => process.kill(process.pid, 'SIGKILL'));");
  expect(messages).toEqual(['one']);
});

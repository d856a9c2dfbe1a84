import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompileErrors } from './compile-errors.js';

let folder: string;
let log: string;
let errors: CompileErrors;
let printed: string[];

const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};
// As `rspack serve` writes it.
const success = 'site:\n  site compiled successfully\n';
const failure = [
  'site:',
  '  ERROR in ./src/about/about.page.tsx',
  '    × Module build failed (from builtin:swc-loader):',
  '    ╰─▶   × Syntax Error: Expression expected',
  '            ╭─[72:22]',
  '         72 │ export const broken = ;',
  '',
  '  site compiled with 1 error',
  '',
].join('\n');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-compile-'));
  log = join(folder, 'site-dev.log');
  writeFileSync(log, `of an earlier start\n${failure}`);
  printed = [];
  errors = new CompileErrors('site', log, (message) => printed.push(message));
});
afterEach(() => {
  errors.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('prints compile errors with file and line, and the recovery', async () => {
  appendFileSync(log, failure);
  errors.start();
  await until(() => printed.length === 1);
  expect(printed[0]).toMatch(/^site does not compile:\n {2}ERROR in \.\/src\/about\/about\.page\.tsx\n/);
  expect(printed[0]).toMatch(/Expression expected\n +╭─\[72:22\]\n +72 │ export const broken = ;$/);
  appendFileSync(log, success + success);
  await until(() => printed.length === 2);
  expect(printed[1]).toBe('site compiles again');
});

it('finds compile errors in a log that is written in pieces or truncated', async () => {
  errors.start();
  const bytes = Buffer.from(failure);
  const half = bytes.indexOf('×') + 1;
  appendFileSync(log, bytes.subarray(0, half));
  await new Promise((resolve) => setTimeout(resolve, 600));
  appendFileSync(log, bytes.subarray(half));
  await until(() => printed.length === 1);
  expect(printed[0]).toContain('× Module build failed');
  truncateSync(log, 0);
  await new Promise((resolve) => setTimeout(resolve, 600));
  appendFileSync(log, failure);
  await until(() => printed.length === 2);
});

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const program = join(__dirname, '../dist/main.js');

/** Runs the program until it ends, which it does with invalid settings. */
async function failure(PLACED_PROCESSES: string): Promise<{ code: number; stderr: string }> {
  const ended = run(process.execPath, [program], { env: { PLACED_PROCESSES } });
  return ended.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
}

it.each([
  ['is no JSON', '{', 'PLACED_PROCESSES: is no JSON'],
  ['names an unknown process', '{"billing":{}}', 'unknown process billing'],
  [
    'lacks a setting of a process',
    '{"leads":{"REDIS_URL":"redis://secret@127.0.0.1:1"}}',
    'leads: The configuration is invalid',
  ],
])('ends with 78 and the reason if its setting %s, and shows no value', async (_, setting, reason) => {
  const { code, stderr } = await failure(setting);
  expect([code, stderr]).toEqual([78, expect.stringContaining(reason)]);
  expect(stderr).not.toContain('secret');
});

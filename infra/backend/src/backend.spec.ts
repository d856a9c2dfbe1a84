import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
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

it('stops in order on a SIGTERM while its processes are still starting', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const content = {
    REDIS_URL: `redis://127.0.0.1:${port}`,
    MONGODB_URI: `mongodb://127.0.0.1:${port}/`,
    DRAIN_SECONDS: '0',
  };
  const started = spawn(process.execPath, [program], {
    env: { PLACED_PROCESSES: JSON.stringify({ content }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  started.stdout.on('data', (text) => {
    output += String(text);
  });
  const ended = once(started, 'close');
  await once(silent, 'connection');
  started.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(output).toContain('"msg":"stopped"');
  silent.close();
});

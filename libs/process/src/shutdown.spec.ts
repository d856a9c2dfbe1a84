import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(__dirname, '../dist/testing/draining.fixture.js');
let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

async function start(seconds: number, stop: 'finish' | 'fail' | 'hang' = 'finish') {
  child = spawn(process.execPath, [program, String(seconds), stop], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string];
  const { http, internal } = JSON.parse(line) as { http: number; internal: number };
  const running = child;
  return {
    kill: (signal: NodeJS.Signals) => running.kill(signal),
    exited: once(running, 'exit').then(([code]) => code as number | null),
    serve: () =>
      fetch(`http://127.0.0.1:${http}`).then(
        (response) => response.status,
        () => undefined,
      ),
    readiness: () =>
      fetch(`http://127.0.0.1:${internal}/readyz`).then(
        (response) => response.status,
        () => undefined,
      ),
  };
}

const notReady = async ({ readiness }: { readiness(): Promise<number | undefined> }) => {
  while ((await readiness()) !== 503) await new Promise((resolve) => setImmediate(resolve));
};

describe('shutDownOnSignal', () => {
  it('turns not ready on SIGTERM, and serves until a second signal ends the drain', async () => {
    const running = await start(60);
    expect([await running.readiness(), await running.serve()]).toEqual([200, 200]);
    running.kill('SIGTERM');
    await notReady(running);
    expect(await running.serve()).toBe(200);
    running.kill('SIGINT');
    expect(await running.exited).toBe(0);
    expect(await running.serve()).toBeUndefined();
  });

  it('exits 0 when the drain is over', async () => {
    const running = await start(1);
    const began = performance.now();
    running.kill('SIGTERM');
    expect(await running.exited).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(950);
  });

  it('exits 1 when `stop` fails', async () => {
    const running = await start(0, 'fail');
    running.kill('SIGTERM');
    expect(await running.exited).toBe(1);
  });

  it('exits 1 when `stop` takes longer than `stopTimeout`', async () => {
    const running = await start(0, 'hang');
    const began = performance.now();
    running.kill('SIGTERM');
    expect(await running.exited).toBe(1);
    expect(performance.now() - began).toBeGreaterThan(950);
  });
});

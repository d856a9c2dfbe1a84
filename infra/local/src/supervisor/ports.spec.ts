import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { runToEnd } from '../run-program.js';
import { findRoot } from '../workspace.js';
import { freePort, isFree, portHolder } from './ports.js';

it('returns ports below the range of outgoing connections, each once', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

it('returns no port twice to processes that choose ports at the same time', async () => {
  const module = join(findRoot(), 'infra/local/dist/supervisor/ports.js');
  // Each ends only after the other has chosen, as a platform that starts.
  const program = `
    const { freePort } = await import(${JSON.stringify(module)});
    const ports = [];
    while (ports.length < 600) ports.push(await freePort());
    console.log(ports.join());
    process.stdin.resume();
    setTimeout(() => process.exit(), 2_000);`;
  const choose = () =>
    runToEnd(process.execPath, ['--input-type=module', '--eval', program], { cwd: findRoot(), env: {} });
  const results = await Promise.all([choose(), choose()]);
  const ports = results.flatMap(({ stdout }) => stdout.trim().split(','));
  expect(ports).toHaveLength(1_200);
  expect(new Set(ports).size).toBe(1_200);
});

it('detects a taken port and names its holder', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await isFree(port, '127.0.0.1')).toBe(false);
  if (process.platform === 'linux') expect(portHolder(port)).toContain(`(pid ${process.pid})`);
  server.close();
  await once(server, 'close');
  expect(await isFree(port, '127.0.0.1')).toBe(true);
  expect(portHolder(port)).toBeUndefined();
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { freePort, isFree, portHolder } from './ports.js';

it('returns ports below the range of outgoing connections, each once', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(new Set(ports).size).toBe(50);
  expect(Math.max(...ports)).toBeLessThan(32_768);
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

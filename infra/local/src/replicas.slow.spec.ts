/**
 * Kills each replica in turn under load.
 * @subject infra/local/src/replicas.ts infra/local/src/supervisor/balancer.ts
 * @everyday infra/local/src/replicas.spec.ts
 */
import { Agent } from 'node:http';
import { platform, publicPort, responder, shared, start, useReplicaFolder } from './testing/fixture-replicas.js';

useReplicaFolder();

it('fails no request that is retried once while one replica of each process is killed', async () => {
  await start('2');
  let stopped = false;
  let repeated = 0;
  const failures: unknown[] = [];
  const visitor = async (port: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 2 });
    while (!stopped) {
      await responder(port, agent).catch(() => {
        repeated += 1;
        return responder(port, agent).catch((error: unknown) => failures.push(error));
      });
    }
    agent.destroy();
  };
  const visitors = [publicPort(), publicPort(), shared.bytes].map(visitor);
  for (const name of ['web-1', 'leads-1', 'web-2', 'leads-2']) {
    const before = platform.pids()[name];
    platform.kill(name);
    await platform.waitReady(name);
    expect(platform.pids()[name]).not.toBe(before);
  }
  stopped = true;
  await Promise.all(visitors);
  expect(failures).toEqual([]);
  expect(repeated).toBeGreaterThan(0);
});

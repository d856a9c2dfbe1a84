import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.js';
import { isFree, portHolder } from './supervisor/ports.js';
import {
  dataDir,
  platform,
  publicPort,
  responder,
  shared,
  start,
  useReplicaFolder,
} from './testing/fixture-replicas.js';

const pidsOf = (...names: string[]) => new Set(names.map((name) => platform.pids()[name]));

describe('a platform', () => {
  useReplicaFolder();

  it('runs two of each process behind shared ports, each with its own log', async () => {
    await start('2');
    expect(Object.keys(platform.pids()).sort()).toEqual(['leads-1', 'leads-2', 'redis', 'web-1', 'web-2']);
    const web = await Promise.all(Array.from({ length: 8 }, () => responder(publicPort())));
    expect(new Set(web)).toEqual(pidsOf('web-1', 'web-2'));
    const leads = await Promise.all(Array.from({ length: 8 }, () => responder(shared.bytes)));
    expect(new Set(leads)).toEqual(pidsOf('leads-1', 'leads-2'));
    expect(readdirSync(join(dataDir, 'logs'))).toEqual(expect.arrayContaining(['leads-1.log', 'leads-2.log']));
    expect(portHolder(publicPort())).toContain(`(pid ${process.pid})`);

    await platform.stop();
    expect(await isFree(publicPort(), '127.0.0.1')).toBe(true);
  });

  it('starts no balancer for a single replica', async () => {
    await start('1');
    expect(Object.keys(platform.pids()).sort()).toEqual(['leads', 'redis', 'web']);
    expect(portHolder(publicPort())).toContain(`(pid ${platform.pids().web})`);
  });

  it("kills, restarts and awaits all replicas by the process's name", async () => {
    await start('2');
    const before = platform.pids();
    platform.kill('leads');
    await platform.waitReady('leads');
    await platform.restart('web');
    await platform.waitReady('web');
    const after = platform.pids();
    for (const name of ['leads-1', 'leads-2', 'web-1', 'web-2']) expect(after[name]).not.toBe(before[name]);
    expect(() => platform.kill('leads-3')).toThrow();
  });
});

it.each(['0', '1.5', '9', 'two'])('refuses REPLICAS=%s', (replicas) => {
  expect(() => readConfig('/checkout', { REPLICAS: replicas })).toThrow(ConfigError);
});

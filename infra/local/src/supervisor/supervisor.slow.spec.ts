/**
 * Stops children at many moments of their restart.
 * @subject infra/local/src/supervisor
 * @everyday infra/local/src/supervisor/supervisor.spec.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixtureChild } from '../fixtures/fixture-child.js';
import { defaultTiming, type Timing } from './supervised-process.js';
import { Supervisor } from './supervisor.js';

const fast: Timing = { ...defaultTiming, backoffMs: 50, graceMs: 500, probeMs: 20 };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-supervisor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('stops a child whose restart has just begun, at 20 moments', async () => {
  for (let round = 0; round < 20; round++) {
    const supervisor = new Supervisor(() => undefined, fast);
    const children = await Promise.all(
      ['leads', 'gateway'].map(async (name) => supervisor.start(await fixtureChild(folder, name))),
    );
    await Promise.all(children.map((child) => child.waitReady(30_000)));
    const restarts = children.map((child) => child.restart());
    // Stops at a different moment of the restart in each round.
    await new Promise((resolve) => setTimeout(resolve, round));
    await Promise.all([supervisor.stop(), ...restarts]);
    expect(supervisor.pids()).toEqual({});
  }
});

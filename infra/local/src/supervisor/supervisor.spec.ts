import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLine } from '../commands/run-platform.js';
import { fixtureChild } from '../fixtures/fixture-child.js';
import { findRoot } from '../workspace.js';
import { identify, isAlive, type ProcessIdentity } from './process-identity.js';
import { endLeftovers, writeRuntime } from './runtime-file.js';
import { type ChildEvent, defaultTiming, type StartError, type Timing } from './supervised-process.js';
import { Supervisor } from './supervisor.js';

let folder: string;
let supervisor: Supervisor;
let events: ChildEvent[];

const fast: Timing = { ...defaultTiming, backoffMs: 50, graceMs: 500, probeMs: 20, livenessMs: 100 };

const supervise = (timing: Timing = fast): Supervisor => {
  supervisor = new Supervisor((event) => events.push(event), timing);
  return supervisor;
};

const notes = (): string[] => readFileSync(join(folder, 'events.log'), 'utf8').trim().split('\n');
const delays = (): number[] => events.flatMap((event) => (event.kind === 'stopped' ? [event.restartInMs] : []));

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function killAndWait(name: string): Promise<void> {
  const child = supervisor.child(name);
  const ended = events.length;
  process.kill(child.pid!, 'SIGKILL');
  await until(() => events.slice(ended).some((event) => event.kind === 'stopped'));
  await child.waitReady(30_000);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docfolio-supervisor-'));
  events = [];
});

afterEach(async () => {
  await supervisor.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a child that dies', () => {
  it('restarts a child that was ready after the first delay each time', async () => {
    supervise();
    await supervisor.start(await fixtureChild(folder, 'leads')).waitReady(30_000);
    for (let death = 0; death < 4; death++) await killAndWait('leads');
    expect(delays()).toEqual([50, 50, 50, 50]);
    expect(events.find((event) => event.kind === 'stopped')).toMatchObject({ name: 'leads', how: 'SIGKILL' });
  });

  it('restarts a child immediately if it was ready for long', async () => {
    supervise({ ...fast, healthyMs: 0 });
    await supervisor.start(await fixtureChild(folder, 'leads')).waitReady(30_000);
    await killAndWait('leads');
    await killAndWait('leads');
    expect(delays()).toEqual([0, 0]);
  });

  it.each([
    ['the longest delay of the supervisor', {}, [50, 50, 100, 150, 150]],
    ['its own longest delay', { maxBackoffMs: 80 }, [50, 50, 80, 80, 80]],
  ])('doubles the restart delay up to %s while a child ends before it is ready', async (_name, own, expected) => {
    supervise({ ...fast, maxBackoffMs: 150 });
    const spec = await fixtureChild(folder, 'leads');
    const child = supervisor.start({ ...spec, ...own });
    await child.waitReady(30_000);
    // The first delay follows a child that was ready, the others follow starts that fail.
    writeFileSync(join(folder, 'fail'), '');
    process.kill(child.pid!, 'SIGKILL');
    await until(() => delays().length >= 5);
    expect(delays().slice(0, 5)).toEqual(expected);
    rmSync(join(folder, 'fail'));
    await child.waitReady(30_000);
    const before = delays().length;
    await killAndWait('leads');
    expect(delays().slice(before)).toEqual([50]);
  });

  it.each([
    [500, 'leads stopped (SIGKILL), restarting in 0.5 s'],
    [0, 'leads stopped (SIGKILL), restarting now'],
  ])('reports the restart delay of %i ms', (restartInMs, line) => {
    expect(eventLine({ kind: 'stopped', name: 'leads', how: 'SIGKILL', restartInMs, reason: '' })).toBe(line);
  });

  it('reports the output of a child that ended before it was ready, without earlier output', async () => {
    supervise();
    const child = supervisor.start(await fixtureChild(folder, 'leads'));
    await child.waitReady(30_000);
    writeFileSync(child.log.path, 'Error: of an earlier start\n');
    writeFileSync(join(folder, 'fail'), '');
    process.kill(child.pid!, 'SIGKILL');
    const lines = () => events.flatMap((event) => (event.kind === 'stopped' ? [eventLine(event)] : []));
    await until(() => lines().length >= 2);
    expect(lines()[0]).toBe('leads stopped (SIGKILL), restarting in 0.1 s');
    expect(lines()[1]).toBe('leads stopped (exit 3), restarting in 0.1 s:\nthe reason why it does not start');
  });

  it('restarts a child on the same port', async () => {
    supervise();
    const spec = await fixtureChild(folder, 'leads');
    const child = supervisor.start(spec);
    await child.waitReady(30_000);
    const before = child.pid;
    await killAndWait('leads');
    expect(child.pid).not.toBe(before);
    expect(await spec.probe()).toBe(true);
  });
});

describe('a child that never gets ready', () => {
  it('fails a start after three attempts, with the end of the log', async () => {
    supervise();
    const child = supervisor.start(await fixtureChild(folder, 'leads', { behaviour: 'fail' }));
    const error = await child.waitReady(30_000).catch((reason: StartError) => reason);
    expect(error).toMatchObject({
      summary: 'leads ended 3 times before it was ready (exit 3)',
      message: 'leads ended 3 times before it was ready (exit 3):\nthe reason why it does not start',
      log: expect.stringContaining('the reason why it does not start'),
    });
    expect(notes()).toHaveLength(3);
  });

  it.each([65, 78])('fails a start after the first exit with code %i, which a restart cannot fix', async (code) => {
    supervise();
    const spec = { ...(await fixtureChild(folder, 'leads')), args: ['-e', `process.exit(${code})`] };
    const message = `leads ended once before it was ready (exit ${code})`;
    await expect(supervisor.start(spec).waitReady(30_000)).rejects.toThrow(message);
    expect(delays()).toEqual([]);
  });

  it('reports a program that does not exist', async () => {
    supervise();
    const spec = { ...(await fixtureChild(folder, 'leads')), command: join(folder, 'absent') };
    await expect(supervisor.start(spec).waitReady(30_000)).rejects.toThrow(/leads ended 3 times.*ENOENT/);
  });
});

describe('stopping', () => {
  it('stops children stage by stage', async () => {
    supervise({ ...fast, graceMs: 10_000 });
    const specs = await Promise.all([
      fixtureChild(folder, 'redis', { stage: 4 }),
      fixtureChild(folder, 'web', { stage: 1 }),
      fixtureChild(folder, 'leads', { stage: 3 }),
      fixtureChild(folder, 'gateway', { stage: 2 }),
    ]);
    await Promise.all(specs.map((spec) => supervisor.start(spec).waitReady(30_000)));
    await supervisor.stop();
    const stopped = notes().flatMap((line) => (line.includes(' stopped ') ? [line.split(' ')[0]] : []));
    expect(stopped).toEqual(['web', 'gateway', 'leads', 'redis']);
    expect(supervisor.pids()).toEqual({});
  });

  it('kills a child that ignores SIGTERM after the grace period', async () => {
    supervise();
    const child = supervisor.start(await fixtureChild(folder, 'deaf', { behaviour: 'deaf' }));
    await child.waitReady(30_000);
    const identity = identify(child.pid!);
    const began = performance.now();
    await supervisor.stop();
    expect(performance.now() - began).toBeGreaterThanOrEqual(fast.graceMs);
    expect(isAlive(identity)).toBe(false);
  });

  it('stops a suspended child', async () => {
    supervise({ ...fast, graceMs: 20_000 });
    const child = supervisor.start(await fixtureChild(folder, 'leads'));
    await child.waitReady(30_000);
    process.kill(child.pid!, 'SIGSTOP');
    await supervisor.stop();
    expect(notes().at(-1)).toMatch(/^leads stopped/);
  });

  it('kills and restarts a child that does not respond any more, and leaves one alone that responds', async () => {
    supervise();
    const spec = await fixtureChild(folder, 'web');
    const child = supervisor.start({ ...spec, liveness: spec.probe });
    const other = await fixtureChild(folder, 'leads');
    const healthy = supervisor.start({ ...other, liveness: other.probe });
    await Promise.all([child.waitReady(30_000), healthy.waitReady(30_000)]);
    const [hanging, untouched] = [identify(child.pid!), healthy.pid];
    process.kill(hanging.pid, 'SIGSTOP');
    await until(() => events.some((event) => event.kind === 'stopped'));
    expect(events.filter((event) => event.kind === 'stopped')).toMatchObject([{ name: 'web', how: 'did not respond' }]);
    await child.waitReady(30_000);
    expect([isAlive(hanging), healthy.pid]).toEqual([false, untouched]);
  });

  it('stops processes that a child left behind', async () => {
    supervise();
    await supervisor.start(await fixtureChild(folder, 'npm', { behaviour: 'parent' })).waitReady(30_000);
    const grandchild = identify(
      Number(
        notes()
          .find((line) => line.includes(' child '))
          ?.split(' ')
          .at(-1),
      ),
    );
    await supervisor.stop();
    await until(() => !isAlive(grandchild));
  });

  it('kills the remaining children without the grace period when it is hurried', async () => {
    supervise({ ...fast, graceMs: 60_000 });
    await Promise.all([
      supervisor.start(await fixtureChild(folder, 'deaf', { behaviour: 'deaf', stage: 1 })).waitReady(30_000),
      supervisor.start(await fixtureChild(folder, 'leads', { stage: 2 })).waitReady(30_000),
    ]);
    const stopping = supervisor.stop();
    supervisor.hurry();
    await stopping;
    expect(supervisor.pids()).toEqual({});
    expect(delays()).toEqual([]);
  });

  it('stops a child whose restart has just begun', async () => {
    for (let round = 0; round < 20; round += 7) {
      supervise();
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

  it('cancels a pending restart', async () => {
    supervise({ ...fast, backoffMs: 60_000 });
    const child = supervisor.start(await fixtureChild(folder, 'leads'));
    await child.waitReady(30_000);
    process.kill(child.pid!, 'SIGKILL');
    await until(() => delays().length === 1);
    await supervisor.stop();
    expect(notes()).toHaveLength(1);
  });
});

describe('a supervisor that is killed', () => {
  const fixture = join(findRoot(), 'infra/local/dist/fixtures/supervisor.fixture.js');

  async function startFixture(env: Record<string, string> = {}): Promise<{
    supervisorPid: number;
    children: ProcessIdentity[];
    warden: ProcessIdentity;
  }> {
    const program = spawn(process.execPath, [fixture], {
      env: { FIXTURE_FOLDER: folder, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(program.stdout, 'data');
    const roster = JSON.parse(String(line)) as { name: string; pid: number }[];
    const warden = identify(roster.find(({ name }) => name === 'warden')!.pid);
    return {
      supervisorPid: program.pid!,
      warden,
      children: roster.filter(({ name }) => name !== 'warden').map(({ pid }) => identify(pid)),
    };
  }

  it('ends the children in order when the supervisor is killed', async () => {
    supervise();
    const { supervisorPid, children, warden } = await startFixture();
    process.kill(supervisorPid, 'SIGKILL');
    await until(() => ![...children, warden].some(isAlive));
    const stopped = notes().flatMap((line) => (line.includes(' stopped ') ? [line.split(' ')[0]] : []));
    expect(stopped).toEqual(['first', 'second']);
  });

  it('gives a child its own grace period when the supervisor is killed', async () => {
    supervise();
    const { supervisorPid, children, warden } = await startFixture({ FIXTURE_DEAF_GRACE_MS: '2000' });
    const began = performance.now();
    process.kill(supervisorPid, 'SIGKILL');
    await until(() => ![...children, warden].some(isAlive));
    const ms = performance.now() - began;
    // The default is 10 s.
    expect(ms > 2_000 && ms < 8_000).toBe(true);
  });

  it('ends children at the next start if supervisor and warden were killed', async () => {
    supervise();
    const { supervisorPid, children, warden } = await startFixture();
    process.kill(warden.pid, 'SIGSTOP');
    process.kill(supervisorPid, 'SIGKILL');
    process.kill(warden.pid, 'SIGKILL');
    await until(() => !isAlive(warden));
    expect(children.every(isAlive)).toBe(true);
    expect(await endLeftovers(folder)).toEqual(['first', 'second']);
    expect(children.some(isAlive)).toBe(false);
  });
});

describe('the record of children', () => {
  it('leaves a process alone that reuses a recorded id', async () => {
    supervise();
    const child = supervisor.start(await fixtureChild(folder, 'leads'));
    await child.waitReady(30_000);
    const identity = identify(child.pid!);
    writeRuntime(folder, { pid: 1, url: '', connection: {} }, [{ name: 'old', pid: identity.pid, stage: 1 }]);
    const path = join(folder, 'runtime.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace(identity.startedAt, 'another start'));
    expect(await endLeftovers(folder)).toEqual([]);
    expect(isAlive(identity)).toBe(true);
  });
});

describe('the warden', () => {
  it('is replaced when it dies', async () => {
    supervise();
    await supervisor.start(await fixtureChild(folder, 'leads')).waitReady(30_000);
    const wardenPid = () => supervisor.roster().find(({ name }) => name === 'warden')?.pid;
    const before = wardenPid()!;
    process.kill(before, 'SIGKILL');
    await until(() => wardenPid() !== before);
    expect(isAlive(identify(wardenPid()!))).toBe(true);
  });
});

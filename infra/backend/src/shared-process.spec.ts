import { ConfigError } from '@docfolio/process/config';
import { HealthRegistry } from '@docfolio/process/health';
import { currentScope } from '@docfolio/process/scope';
import { createLogger } from '@docfolio/service-kit/logging';
import { NewerDataError } from '@docfolio/service-kit/mongo/migrations/newer-data-error';
import type { PlacedProcess } from '@docfolio/service-kit/placed-process';
import { rejectionOf } from '@docfolio/service-kit/testing/wait-for';
import { MemberStartError, SharedProcess } from './shared-process.js';

/** What the processes did, in order, with the scope in which they did it. */
let done: string[];
let lines: { name: string; level: string; msg: string }[];

beforeEach(() => {
  done = [];
  lines = [];
});

interface Fake {
  tier?: PlacedProcess['tier'];
  drainSeconds?: number;
  health?: HealthRegistry;
  failsWith?: Error;
}

function fake(name: string, { tier = 'service', drainSeconds = 0, health, failsWith }: Fake = {}): PlacedProcess {
  const note = (what: string) => done.push(`${name} ${what} in ${currentScope()?.name}`);
  const output = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return {
    name,
    tier,
    configure: ({ COLOUR }) => {
      if (COLOUR === 'invalid') throw new ConfigError('COLOUR: is invalid');
      return {
        logger: createLogger(name, 'info', output),
        drainSeconds,
        start: async () => {
          note('starts');
          if (failsWith) throw failsWith;
          const stop = async () => {
            await new Promise((resolve) => setImmediate(resolve));
            note('stops');
          };
          return { health: health ?? new HealthRegistry(), ready: {}, stop };
        },
      };
    },
  };
}

it('starts each process in its scope, and stops those that call others first', async () => {
  const shared = SharedProcess.configure([fake('leads'), fake('gateway', { tier: 'api' }), fake('media')], {});
  await shared.start();
  await shared.stop();
  expect(done.slice(0, 3).sort()).toEqual([
    'gateway starts in gateway',
    'leads starts in leads',
    'media starts in media',
  ]);
  expect(done.slice(3)).toEqual(['gateway stops in gateway', 'leads stops in leads', 'media stops in media']);
});

it('is ready while all of its processes are, and says which is not', async () => {
  const health = new HealthRegistry();
  const shared = SharedProcess.configure([fake('leads', { health }), fake('media')], {});
  await shared.start();
  expect(await shared.health().readiness()).toEqual({ ready: true, missing: [] });
  health.add('mongodb', () => Promise.reject(new Error('down')));
  expect(await shared.health().readiness()).toEqual({ ready: false, missing: ['leads'] });
});

it('makes all processes not ready when it is to stop, and waits for the one that drains longest', async () => {
  const health = new HealthRegistry();
  const processes = [fake('leads', { drainSeconds: 5, health }), fake('media', { drainSeconds: 1 })];
  const shared = SharedProcess.configure(processes, {});
  await shared.start();
  shared.stopBeingReady();
  expect([shared.drainSeconds, health.isStopping]).toEqual([5, true]);
});

it('names the process whose settings are invalid, and starts none', () => {
  const environments = { leads: {}, media: { COLOUR: 'invalid' } };
  const configure = () => SharedProcess.configure([fake('leads'), fake('media')], environments);
  expect(configure).toThrow('media: COLOUR: is invalid');
  expect(done).toEqual([]);
});

it.each([
  ['1', new Error('no index'), 1],
  [
    '76 if its data is newer',
    new NewerDataError({ database: 'd', number: 2, name: 'n', version: '2' }, { version: '1', knows: 1 }),
    76,
  ],
  ['78 if it refuses a setting', new ConfigError('SETTING: is refused'), 78],
])('logs under its name why a process cannot start, and ends with %s', async (_, failsWith, exitCode) => {
  const shared = SharedProcess.configure([fake('leads'), fake('media', { failsWith })], {});
  const error = await rejectionOf(shared.start());
  expect(error).toBeInstanceOf(MemberStartError);
  expect(error).toMatchObject({ exitCode });
  const fatal = lines.filter(({ level }) => level === 'fatal');
  expect(fatal).toEqual([expect.objectContaining({ name: 'media', msg: 'the service cannot start' })]);
});

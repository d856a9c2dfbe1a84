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
  /** Resolves when it has started. Default: immediately. */
  started?: Promise<void>;
  /** Its work of stopping. Default: none. */
  stop?: () => Promise<void>;
}

function fake(name: string, options: Fake = {}): PlacedProcess {
  const { tier = 'service', drainSeconds = 0, health, failsWith, started, stop: stopWork } = options;
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
          await started;
          const stop = async () => {
            await new Promise((resolve) => setImmediate(resolve));
            await stopWork?.();
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

/** Returns a promise and the function that resolves it. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const stopsOf = () => done.filter((what) => what.includes('stops'));
const linesOf = (wanted: string) => lines.filter(({ msg }) => msg === wanted).map(({ name }) => name);

it('stops the processes that have started when another one cannot start', async () => {
  const processes = [
    fake('leads'),
    fake('gateway', { tier: 'api' }),
    fake('media', { failsWith: new Error('no index') }),
  ];
  const shared = SharedProcess.configure(processes, {});
  expect(await rejectionOf(shared.start())).toMatchObject({ message: 'media cannot start' });
  expect(stopsOf()).toEqual(['gateway stops in gateway', 'leads stops in leads']);
});

it('stops a process that has not started when the others stop as soon as it has', async () => {
  const slow = deferred();
  const shared = SharedProcess.configure([fake('leads', { started: slow.promise }), fake('media')], {});
  const starting = shared.start();
  await new Promise((resolve) => setImmediate(resolve));
  await shared.stop();
  expect(stopsOf()).toEqual(['media stops in media']);
  slow.resolve();
  await starting;
  expect([stopsOf(), linesOf('ready')]).toEqual([['media stops in media', 'leads stops in leads'], ['media']]);
});

it('stops the services although the gateway fails to stop, and then rejects', async () => {
  const gateway = fake('gateway', { tier: 'api', stop: () => Promise.reject(new Error('a bug')) });
  const shared = SharedProcess.configure([gateway, fake('leads')], {});
  await shared.start();
  expect(await rejectionOf(shared.stop())).toMatchObject({ errors: [new Error('a bug')] });
  expect([stopsOf(), linesOf('shutdown failed')]).toEqual([['leads stops in leads'], ['gateway']]);
});

it('stops the services although the gateway hangs while it stops', async () => {
  const gateway = fake('gateway', { tier: 'api', stop: () => new Promise(() => undefined) });
  const shared = SharedProcess.configure([gateway, fake('leads')], {}, 50);
  await shared.start();
  await rejectionOf(shared.stop());
  expect([stopsOf(), linesOf('shutdown timed out')]).toEqual([['leads stops in leads'], ['gateway']]);
});

it('logs of each process that it has stopped only when it has', async () => {
  const slow = deferred();
  const shared = SharedProcess.configure([fake('leads', { stop: () => slow.promise }), fake('media')], {});
  await shared.start();
  const stopping = shared.stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(linesOf('stopped')).toEqual(['media']);
  slow.resolve();
  await stopping;
  expect(linesOf('stopped')).toEqual(['media', 'leads']);
});

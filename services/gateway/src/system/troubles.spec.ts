import type { SystemProcess, SystemQueue } from '@docfolio/contracts/entities/system';
import { unknownBackups } from './backups.js';
import type { QueueFacts } from './queue-reader.js';
import { nextState, withTimes } from './system-state.js';
import { type Facts, troublesOf } from './troubles.js';

const now = Date.parse('2026-11-26T10:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

const leads: SystemProcess = {
  name: 'leads',
  versions: ['1.0.0'],
  replicas: 1,
  started_at: minutesAgo(600),
  memory: null,
  health: 'healthy',
  missing: [],
  outbox: { waiting: 0, oldest_at: null },
};
const queue: SystemQueue = {
  name: 'write-export',
  kind: 'job',
  service: 'leads',
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  oldest_at: null,
  per_hour: [],
  in_trouble: false,
};
const process = (more: Partial<SystemProcess>) => ({ processes: [{ ...leads, ...more }] });
const jobs = (more: Partial<QueueFacts>, of: Partial<SystemQueue> = {}): Partial<Facts> => ({
  queues: [
    {
      sendsMail: false,
      retrying: 0,
      retryingSince: null,
      lastError: '',
      nextAt: null,
      ...more,
      queue: { ...queue, ...of },
    },
  ],
});
const backups = (more: Partial<Facts['backups']>) => ({ backups: { ...unknownBackups, ...more } });
const last = (minutes: number) => ({ id: 'b', at: minutesAgo(minutes), bytes: 1 });

const nothing: Facts = {
  now,
  processes: [leads],
  lastSeen: new Map(),
  queues: [],
  backups: unknownBackups,
  dataSince: null,
  storage: [],
  redisFlaws: [],
  unreachable: [],
  unserved: [],
};
const found = (facts: Partial<Facts>) => troublesOf({ ...nothing, ...facts });

test('names each remote of which a build cannot be served, once', () => {
  const reason = 'It is broken';
  const builds = ['e07b6d1-00000001', 'e07b6d1-00000002'];
  const unserved = [
    ...builds.map((build) => ({ remote: 'blog', build, reason })),
    { remote: 'a', build: builds[0]!, reason },
  ];
  expect(found({ unserved })).toMatchObject([
    { code: 'build_unserved', subject: 'blog', detail: `${builds[0]}: It is broken. ${builds[1]}: It is broken` },
    { code: 'build_unserved', subject: 'a', detail: `${builds[0]}: It is broken` },
  ]);
});

it.each<[string, Partial<Facts>]>([
  ['everything runs', {}],
  ['a process has just started', process({ health: 'starting', missing: ['mongodb'], started_at: minutesAgo(1) })],
  ['events wait for less than five minutes', process({ outbox: { waiting: 3, oldest_at: minutesAgo(4) } })],
  ['jobs wait for less than five minutes', jobs({}, { waiting: 3, oldest_at: minutesAgo(4) })],
  ['a job failed a minute ago', jobs({ retrying: 1, retryingSince: minutesAgo(1) })],
  ['jobs failed for good', jobs({}, { failed: 9 })],
  ['jobs are delayed on purpose', jobs({}, { delayed: 4 })],
  ['a store is 90 % full', { storage: [{ name: 'redis', used: 90, limit: 100 }] }],
  ['a store has no limit', { storage: [{ name: 'redis', used: 90, limit: null }] }],
  ['there was never a backup, for less than a day', { dataSince: minutesAgo(23 * 60) }],
  ['a backup of two days ago is elsewhere', { ...backups({ has_elsewhere: true }), dataSince: minutesAgo(48 * 60) }],
  ['the last backup is 25 hours old', backups({ last: last(25 * 60), next_at: minutesAgo(-60) })],
  ['an old backup has no schedule', backups({ last: last(600 * 60) })],
])('Nothing is wrong while %s', (_, facts) => {
  expect(found(facts)).toEqual([]);
});

it.each<[string, Partial<Facts>, object]>([
  [
    'a process that does not run, since its last report',
    { ...process({ health: 'down' }), lastSeen: new Map([['leads', minutesAgo(2)]]) },
    { code: 'process_down', subject: 'leads', since: minutesAgo(2) },
  ],
  [
    'data without a backup for a day',
    { dataSince: minutesAgo(25 * 60) },
    { code: 'backup_missing', since: minutesAgo(25 * 60) },
  ],
  [
    'data whose backups are all on the same disk',
    { ...backups({ last: last(10), has_elsewhere: false }), dataSince: minutesAgo(25 * 60) },
    { code: 'backup_missing' },
  ],
  [
    'a Redis that may lose what it has accepted',
    { redisFlaws: [{ flaw: 'evicts', value: 'allkeys-lru' }] },
    { code: 'redis_unsafe', subject: 'evicts', detail: 'allkeys-lru' },
  ],
  ['a store that cannot be read', { unreachable: ['redis'] }, { code: 'process_down', subject: 'redis' }],
  [
    'a process that lacks something',
    process({ health: 'degraded', missing: ['mongodb', 'objects'] }),
    { code: 'process_degraded', subject: 'leads', detail: 'mongodb, objects' },
  ],
  [
    'a process that does not become ready',
    process({ health: 'starting', missing: ['mongodb'], started_at: minutesAgo(3) }),
    { code: 'process_degraded', subject: 'leads', detail: 'mongodb' },
  ],
  [
    'events that are not published',
    process({ outbox: { waiting: 3, oldest_at: minutesAgo(6) } }),
    { code: 'outbox_waiting', subject: 'leads', waiting: 3, since: minutesAgo(6) },
  ],
  [
    'jobs that wait',
    jobs({}, { waiting: 7, oldest_at: minutesAgo(6) }),
    { code: 'queue_waiting', subject: 'write-export', waiting: 7, since: minutesAgo(6) },
  ],
  [
    'a job that fails again and again',
    jobs({ retrying: 2, retryingSince: minutesAgo(30), lastError: 'no disk', nextAt: minutesAgo(-1) }),
    {
      code: 'queue_waiting',
      waiting: 2,
      detail: 'no disk',
      since: minutesAgo(30),
      next_at: minutesAgo(-1),
    },
  ],
  [
    'emails that are retried, from the first failure on',
    jobs(
      { sendsMail: true, retrying: 14, retryingSince: minutesAgo(1), lastError: '535 refused', nextAt: minutesAgo(-2) },
      { name: 'send-mail', waiting: 1 },
    ),
    {
      code: 'mail_waiting',
      subject: 'send-mail',
      detail: '535 refused',
      since: minutesAgo(1),
      waiting: 15,
      next_at: minutesAgo(-2),
    },
  ],
  [
    'a full store',
    { storage: [{ name: 'database', used: 91, limit: 100 }] },
    { code: 'storage_full', subject: 'database' },
  ],
  [
    'a backup that failed',
    backups({ failure: { at: minutesAgo(9), message: 'disk full' } }),
    { code: 'backup_failed', subject: '', detail: 'disk full', since: minutesAgo(9) },
  ],
  [
    'a backup that is old although there is a schedule',
    backups({ last: last(27 * 60), next_at: minutesAgo(-60) }),
    { code: 'backup_old', subject: '', since: minutesAgo(27 * 60), next_at: minutesAgo(-60) },
  ],
])('%s is a trouble', (_, facts, expected) => {
  expect(found(facts)).toEqual([expect.objectContaining(expected)]);
});

it('The worst trouble comes first', () => {
  const codes = found({
    ...backups({ failure: { at: minutesAgo(9), message: 'disk full' } }),
    ...jobs({ sendsMail: true, retrying: 1, retryingSince: minutesAgo(1) }),
    processes: [
      { ...leads, health: 'degraded', missing: ['mongodb'] },
      { ...leads, name: 'web', health: 'down' },
    ],
  }).map(({ code }) => code);
  expect(codes).toEqual(['process_down', 'mail_waiting', 'process_degraded', 'backup_failed']);
});

describe('what is known of the past', () => {
  const at = (minutes: number) => new Date(now + minutes * 60_000);
  const down = found(process({ health: 'down' }));

  it('begins with the first check, and lasts while nothing is wrong', () => {
    const first = nextState(undefined, [], at(0));
    expect(first.working_since).toBe(at(0).toISOString());
    expect(nextState(first, [], at(1)).working_since).toBe(at(0).toISOString());
  });

  it('says since when something is wrong, and begins again after it', () => {
    const failed = nextState(nextState(undefined, [], at(0)), down, at(1));
    expect(failed.working_since).toBeNull();
    const still = nextState(failed, down, at(2));
    expect(withTimes(down, still)).toMatchObject([{ since: at(1).toISOString() }]);
    expect(nextState(still, [], at(3)).working_since).toBe(at(3).toISOString());
  });

  it('begins again after a time in which nobody checked', () => {
    const first = nextState(undefined, [], at(0));
    expect(nextState(first, [], at(11)).working_since).toBe(at(11).toISOString());
  });
});

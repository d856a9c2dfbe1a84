import type { AuditEntry } from '@docfolio/contracts/entities/audit';
import { type JobSummary, type System, type SystemJob, systemStatus } from '@docfolio/contracts/entities/system';
import { HealthRegistry } from '@docfolio/process/health';
import { Heartbeat } from '@docfolio/process/system/heartbeat';
import { reportsKey, type WorkedQueue } from '@docfolio/process/system/process-report';
import { RecentErrors } from '@docfolio/process/system/recent-errors';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { JobQueue } from '@docfolio/service-kit/jobs/job-queue';
import { JobWorkers } from '@docfolio/service-kit/jobs/job-workers';
import { createLogger } from '@docfolio/service-kit/logging';
import { type BackupNote, backupKeys } from '@docfolio/service-kit/system/backup-notes';
import { bullName } from '@docfolio/service-kit/system/worked-queue';
import { waitFor } from '@docfolio/service-kit/testing/wait-for';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { startWorld, type World } from '../testing/world.js';

const payload = z.strictObject({ lead_id: z.string(), to: z.string() });
const mail = defineJob('try-mail', payload, { sendsMail: true, backoff: { first: 60_000, cap: 60_000 } });
const report = defineJob('try-report', payload, { attempts: 1 });
const queues: WorkedQueue[] = [
  { name: mail.name, kind: 'job', sends_mail: true },
  { name: report.name, kind: 'job', sends_mail: false },
];
const data = { lead_id: '0198c2f4-7d1a-4000-8000-000000000000', to: 'ada@lovelace.example' };
const logger = createLogger('test', 'silent');

let world: World;
let token: string;
let redis: Redis;
let bull: Redis;
let jobs: JobQueue;
let workers: JobWorkers;
let runs: string[] = [];
let failure: Error | undefined;

beforeAll(async () => {
  world = await startWorld({
    own: ['redis'],
    env: { RATE_LIMIT: 'off', ALLOW_NO_LIMITS: 'development', DOCFOLIO_VERSION: '1.2.3' },
  });
  token = (await world.signIn(await world.makeUser('admin'))).access_token;
  redis = new Redis(world.redis.url);
  bull = new Redis(world.redis.url, { maxRetriesPerRequest: null });
  jobs = new JobQueue({ redisUrl: world.redis.url, logger });
  const handler = (mark: typeof mail | typeof report) => ({
    mark,
    name: `Tried.${mark.name}`,
    call: () => {
      runs.push(mark.name);
      if (failure) throw failure;
    },
  });
  workers = new JobWorkers([handler(mail), handler(report)], bull, logger);
  workers.start();
});
afterAll(async () => {
  await workers.close();
  await jobs.close();
  redis.disconnect();
  bull.disconnect();
  await world.stop();
});
beforeEach(() => {
  runs = [];
  failure = undefined;
});

const heartbeats: Heartbeat[] = [];
afterEach(async () => {
  await Promise.all(heartbeats.splice(0).map((heartbeat) => heartbeat.stop()));
});

/** Reports a process as services do. */
async function startReports(service: string, more: { health?: HealthRegistry; errors?: RecentErrors } = {}) {
  const before = await redis.hlen(reportsKey(service));
  const { health = new HealthRegistry(), errors } = more;
  const figures = async () => ({ database: { used: 100, free: 900 }, dead_letters: 2 });
  const onFailure = (error: unknown) => {
    throw error;
  };
  const heartbeat = new Heartbeat({
    ...{ service, version: '1.2.3', redis, health, errors, figures, onFailure },
    queues: service === 'notifications' ? queues : [],
  });
  heartbeat.start();
  heartbeats.push(heartbeat);
  await waitFor('the report', async () => (await redis.hlen(reportsKey(service))) > before);
  return heartbeat;
}

async function state(): Promise<System> {
  const answer = await world.api('GET', '/admin/system', { token });
  expect(answer.status).toBe(200);
  return systemStatus.get.output.parse(answer.body);
}

/** Returns the first state for which `isReached` holds; a state is cached for a second. */
async function stateWhen(what: string, isReached: (state: System) => boolean): Promise<System> {
  let reached: System | undefined;
  await waitFor(what, async () => {
    reached = await state();
    return isReached(reached);
  });
  return reached!;
}

const call = (method: string, path: string, sending: object = {}) =>
  world.api(method, `/admin/system/queues${path}`, { token, ...sending });
const jobsIn = async (queue: string, inState: string) =>
  ((await call('GET', `/${queue}/jobs?state=${inState}`)).body as { data: JobSummary[] }).data;

async function failedJob(job: typeof mail | typeof report, inState: 'delayed' | 'failed'): Promise<JobSummary> {
  failure = new Error('550 ada@lovelace.example rejected');
  await jobs.add(job, data);
  await waitFor('a failure', async () => (await jobsIn(job.name, inState)).length > 0);
  return (await jobsIn(job.name, inState))[0]!;
}

it('shows each process with version, uptime, memory and health, and what is down', async () => {
  const health = new HealthRegistry();
  let isUp = true;
  health.add('mongodb', async () => {
    if (!isUp) throw new Error('down');
  });
  const heartbeat = await startReports('leads', { health });
  await startReports('leads');
  const { processes, troubles } = await stateWhen('both replicas', (current) =>
    current.processes.some(({ name, replicas }) => name === 'leads' && replicas === 2),
  );
  const of = (name: string) => processes.find((process) => process.name === name);
  expect(of('gateway')).toMatchObject({ versions: ['1.2.3'], replicas: 1, health: 'healthy', missing: [] });
  expect(of('gateway')!.memory!.used).toBeGreaterThan(10_000_000);
  expect(of('gateway')!.outbox).toEqual({ waiting: 0, oldest_at: null });
  expect(of('leads')).toMatchObject({ replicas: 2, health: 'healthy' });
  expect(of('media')).toMatchObject({ replicas: 0, health: 'down', memory: null, started_at: null });
  expect(troubles.map(({ code, subject }) => `${code} ${subject}`)).toEqual(
    ['web', 'content', 'media', 'notifications'].map((name) => `process_down ${name}`),
  );
  isUp = false;
  await heartbeat.stop();
  heartbeat.start();
  await stateWhen('the outage', (current) => current.troubles.some(({ detail }) => detail === 'mongodb'));
});

it('counts a process as down whose reports have stopped, and forgets it after some minutes', async () => {
  await startReports('content');
  const [[replica, value]] = Object.entries(await redis.hgetall(reportsKey('content'))) as [[string, string]];
  const old = (ms: number) => JSON.stringify({ ...JSON.parse(value), at: new Date(Date.now() - ms).toISOString() });
  await redis.hset(reportsKey('content'), replica, old(40_000));
  await stateWhen('the outage since the last report', ({ troubles }) =>
    troubles.some(({ subject, since }) => subject === 'content' && Date.now() - Date.parse(since!) > 39_000),
  );
  await redis.hset(reportsKey('content'), replica, old(6 * 60_000));
  await waitFor('its removal', async () => {
    await state();
    return (await redis.hlen(reportsKey('content'))) === 0;
  });
});

it('shows queues of processes, also while these are down, with completed jobs per hour', async () => {
  const heartbeat = await startReports('notifications');
  await jobs.add(mail, data);
  await waitFor('the run', async () => runs.length === 1);
  await stateWhen('the queue', (current) => current.queues.some(({ name }) => name === mail.name));
  await heartbeat.stop();
  heartbeats.splice(0);
  const { queues: shown } = await stateWhen(
    'the outage',
    (current) => current.processes.find(({ name }) => name === 'notifications')!.health === 'down',
  );
  expect(shown.find(({ name }) => name === mail.name)).toMatchObject({
    ...{ kind: 'job', service: 'notifications', waiting: 0, active: 0, delayed: 0, failed: 0, in_trouble: false },
    per_hour: [...Array<number>(23).fill(0), 1],
  });
});

it('says that emails wait, and what the mail server said', async () => {
  await startReports('notifications');
  const { id } = await failedJob(mail, 'delayed');
  const { troubles } = await stateWhen('the trouble', (current) =>
    current.troubles.some(({ code }) => code === 'mail_waiting'),
  );
  const found = troubles.find(({ code }) => code === 'mail_waiting')!;
  expect(found).toMatchObject({ subject: mail.name, detail: '550 <address> rejected', waiting: 1 });
  expect(Date.parse(found.next_at!)).toBeGreaterThan(Date.now());
  failure = undefined;
  expect((await call('POST', `/${mail.name}/jobs/${id}/retry`)).status).toBe(200);
  await waitFor('its second run', async () => (await jobsIn(mail.name, 'delayed')).length === 0);
  await stateWhen('the end', (current) => !current.troubles.some(({ code }) => code === 'mail_waiting'));
});

it('shows a job with masked data, and runs or removes one that failed, which is audited', async () => {
  await startReports('notifications');
  const { id, error } = await failedJob(report, 'failed');
  expect(error).toBe('550 <address> rejected');
  const { dead_letters } = await stateWhen('the failed job', ({ queues: [...all] }) =>
    all.some(({ failed }) => failed === 1),
  );
  expect(dead_letters).toBe(3);
  const job = (await call('GET', `/${report.name}/jobs/${id}`)).body as SystemJob;
  expect(job).toMatchObject({
    ...{ queue: report.name, id, service: 'notifications', state: 'failed', attempts: 1, attempts_allowed: 1 },
    errors: ['Error: 550 <address> rejected'],
  });
  expect(JSON.parse(job.payload)).toEqual({ ...data, to: 'a••@l•••••••.example' });
  await call('POST', `/${report.name}/jobs/${id}/retry`);
  await waitFor('the second failure', async () => runs.filter((name) => name === report.name).length === 2);
  await waitFor('its state', async () => (await jobsIn(report.name, 'failed')).length === 1);
  expect((await call('DELETE', `/${report.name}/jobs/${id}`)).body).toEqual({ queue: report.name, job: id });
  expect(await jobsIn(report.name, 'failed')).toEqual([]);
  const { items } = (await world.api('GET', '/admin/audit', { token })).body as { items: AuditEntry[] };
  expect(items.filter(({ record_id }) => record_id === id)).toMatchObject(
    ['dismissed', 'retried'].map((act) => ({ act, kind: 'jobs', record_name: report.name, outcome: 'done' })),
  );
});

it('runs all jobs of a queue that failed, and leaves those that only wait for their time', async () => {
  await startReports('notifications');
  failure = new Error('not yet');
  await jobs.add(mail, data, { delay: 3_600_000, id: 'later' });
  for (let count = 0; count < 3; count += 1) await jobs.add(mail, data);
  await waitFor(
    'three failures',
    async () => (await jobsIn(mail.name, 'delayed')).filter((job) => job.error).length === 3,
  );
  failure = undefined;
  expect((await call('POST', `/${mail.name}/retry`)).body).toEqual({ retried: 3 });
  await waitFor('their end', async () => (await jobsIn(mail.name, 'delayed')).length === 1);
  const [later] = await jobsIn(mail.name, 'delayed');
  expect(await call('DELETE', `/${mail.name}/jobs/${later!.id}`)).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
});

it.each([
  ['GET', '/nobody-works-here/jobs'],
  ['POST', '/nobody-works-here/retry'],
  ['GET', `/${mail.name}/jobs/absent`],
  ['POST', `/${mail.name}/jobs/absent/retry`],
  ['DELETE', `/${mail.name}/jobs/absent`],
])('responds to %s %s with 404', async (method, path) => {
  await startReports('notifications');
  expect(await call(method, path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it('responds with 404 to an id that is the name of a key of the queue itself', async () => {
  await startReports('notifications');
  await failedJob(report, 'failed');
  await jobs.add(report, data, { delay: 3_600_000, id: 'delayed-job' });
  const keys = await redis.keys(`*:${bullName({ name: report.name, kind: 'job' })}:*`);
  const jobIds = [...(await jobsIn(report.name, 'failed')), ...(await jobsIn(report.name, 'delayed'))].map(
    ({ id }) => id,
  );
  const names = keys.map((key) => key.split(':').slice(2).join(':')).filter((name) => !jobIds.includes(name));
  expect(names).toEqual(expect.arrayContaining(['events', 'id', 'meta', 'failed', 'delayed']));
  for (const name of [...names, 'constructor', '*', `${jobIds[0]}:logs`, '\u{1f600}']) {
    const path = `/${report.name}/jobs/${encodeURIComponent(name)}`;
    for (const [method, of] of [
      ['GET', path],
      ['POST', `${path}/retry`],
      ['DELETE', path],
    ] as const) {
      expect([method, name, (await call(method, of)).status]).toEqual([method, name, 404]);
    }
  }
  await redis.del(keys);
});

it('groups the errors of a day by process and message', async () => {
  const errors = new RecentErrors();
  for (const id of ['r1', 'r2']) errors.addLine([{ err: new RangeError('too far'), request_id: id }, 'failed']);
  await startReports('media', { errors });
  const { errors: groups } = await stateWhen('the error', (current) => current.errors.length > 0);
  expect(groups).toMatchObject([
    { service: 'media', name: 'RangeError', message: 'too far', count: 2, request_id: 'r2' },
  ]);
});

it('shows storage that services report, and that of Redis', async () => {
  await startReports('leads');
  await startReports('content');
  const { storage } = await stateWhen('both', (current) => current.storage.some(({ used }) => used >= 200));
  const database = storage.find(({ name }) => name === 'database')!;
  // The gateway reports its own database, too.
  expect(database.used).toBeGreaterThanOrEqual(200);
  expect(database.limit).toBe(database.used + 900);
  expect(storage.find(({ name }) => name === 'redis')!.used).toBeGreaterThan(500_000);
});

it('says that Redis may lose what it has accepted once its policy is changed', async () => {
  const evicting = ({ troubles }: System) => troubles.some(({ code }) => code === 'redis_unsafe');
  expect(evicting(await state())).toBe(false);
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  const { troubles } = await stateWhen('the trouble', evicting);
  expect(troubles.find(({ code }) => code === 'redis_unsafe')).toMatchObject({
    subject: 'evicts',
    detail: 'allkeys-lru',
  });
  await redis.config('SET', 'maxmemory-policy', 'noeviction');
  await stateWhen('its end', (current) => !evicting(current));
});

it('requests one backup at a time, and none if nothing serves requests', async () => {
  const request = (path = '') => world.api('POST', `/admin/system/backups${path}`, { token, body: {} });
  expect(await request()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  await redis.set(backupKeys.server, JSON.stringify({ next_at: '2026-11-27T03:00:00.000Z' }));
  expect((await request()).body).toEqual({ started: true });
  expect((await request('/verify')).body).toEqual({ started: false });
  expect(await redis.lrange(backupKeys.requests, 0, -1)).toEqual(['create']);
  const { backups } = await stateWhen('the request', (current) => current.backups.running !== null);
  expect(backups).toEqual({
    ...{ last: null, verified_at: null, failure: null },
    ...{ next_at: '2026-11-27T03:00:00.000Z', running: { step: 'starting', percent: null }, on_request: true },
    has_elsewhere: false,
  });
});

it('misses a backup elsewhere than beside the data after a day', async () => {
  const isMissing = ({ troubles }: System) => troubles.some(({ code }) => code === 'backup_missing');
  expect(isMissing(await state())).toBe(false);
  await redis.set('docfolio:system:first-check', new Date(Date.now() - 25 * 3_600_000).toISOString());
  await stateWhen('the trouble', isMissing);
  const at = new Date().toISOString();
  const last: BackupNote['last'] = {
    id: 'b',
    started_at: at,
    finished_at: at,
    bytes: 1,
    records: 1,
    beside_data: true,
  };
  await redis.set(backupKeys.last, JSON.stringify(last));
  expect(isMissing(await stateWhen('the backup', ({ backups }) => backups.last !== null))).toBe(true);
  await redis.set(backupKeys.elsewhere, JSON.stringify({ at }));
  await stateWhen('its end', (current) => !isMissing(current));
});

it('responds while Redis is down, and says so', async () => {
  await world.redis.kill('SIGKILL');
  try {
    const {
      processes,
      queues: shown,
      troubles,
      working_since,
    } = await stateWhen('the outage', (current) => current.troubles.some(({ subject }) => subject === 'redis'));
    expect([processes, shown, working_since]).toEqual([[], [], null]);
    expect(troubles).toMatchObject([{ code: 'process_down', subject: 'redis' }]);
  } finally {
    await world.redis.restart();
  }
});

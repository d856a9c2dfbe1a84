import { z } from 'zod';
import { operation, operations } from '../core/operation.js';
import { text, timestamp } from '../core/text.js';
import { processNames } from '../generated/processes.js';

const bytes = z.int().min(0);
const count = z.int().min(0);

/** `starting`: it runs but has never been ready. `degraded`: a replica lacks what `missing` names. `down`: none runs. */
export const processHealth = ['healthy', 'degraded', 'starting', 'down'] as const;

/** A process with all its replicas. */
export const systemProcess = z.object({
  name: z.enum(processNames),
  /** Versions of its replicas; several during an upgrade. */
  versions: z.array(z.string()),
  replicas: count,
  /** Start of the replica that has run longest. Null if none runs. */
  started_at: timestamp.nullable(),
  /** Resident memory of the replica that uses most, and the limit of its container. Null if there is none. */
  memory: z.object({ used: bytes, limit: bytes.nullable() }).nullable(),
  health: z.enum(processHealth),
  /** Dependencies that a replica cannot use: `mongodb`. */
  missing: z.array(z.string()),
  /** Events in the outboxes of its database that are not published yet. Null if it has no database. */
  outbox: z.object({ waiting: count, oldest_at: timestamp.nullable() }).nullable(),
});
export type SystemProcess = z.output<typeof systemProcess>;

export const queueKinds = ['job', 'submissions', 'events'] as const;

/** Name of a queue: that of its job (`send-mail`), or `submissions-leads`, `events-notifications`. */
export const queueName = z.string().regex(/^[a-z][a-z-]{0,60}$/, 'Not a queue');

export const systemQueue = z.object({
  name: queueName,
  kind: z.enum(queueKinds),
  service: z.string(),
  waiting: count,
  active: count,
  delayed: count,
  failed: count,
  /** When the job that waits longest was added, or was due if it was delayed. */
  oldest_at: timestamp.nullable(),
  /** Completed jobs per hour of the last 24 hours, the current one last. */
  per_hour: z.array(count).length(24),
  /** Whether jobs wait for longer than five minutes, or fail repeatedly. */
  in_trouble: z.boolean(),
});
export type SystemQueue = z.output<typeof systemQueue>;

/** Errors of the last 24 hours with the same process, type and message. Personal data and secrets are removed. */
export const systemError = z.object({
  service: z.string(),
  /** Type of the error (`MongoServerError`), or the text of the log line. */
  name: z.string(),
  message: z.string(),
  count: z.int().min(1),
  last_at: timestamp,
  /** Request of the last one. */
  request_id: z.string().nullable(),
});
export type SystemError = z.output<typeof systemError>;

export const backupSteps = ['starting', 'documents', 'objects', 'jobs', 'verifying'] as const;

export const systemBackups = z.object({
  last: z.object({ id: z.string(), at: timestamp, bytes }).nullable(),
  /** When a backup was last read back and found whole. */
  verified_at: timestamp.nullable(),
  /** The last attempt, if it failed. */
  failure: z.object({ at: timestamp, message: z.string() }).nullable(),
  /** When the schedule is due. Null without BACKUP_SCHEDULE. */
  next_at: timestamp.nullable(),
  /** `percent` is null while the total is unknown. */
  running: z.object({ step: z.enum(backupSteps), percent: z.int().min(0).max(100).nullable() }).nullable(),
  /** Whether a program that makes backups on request is running. Otherwise they are made by a command or a CronJob. */
  on_request: z.boolean(),
  /** Whether there was ever a backup that is not on the disk of the data. */
  has_elsewhere: z.boolean().optional(),
});
export type SystemBackups = z.output<typeof systemBackups>;

export const systemStorage = z.object({
  name: z.enum(['database', 'images', 'redis']),
  used: bytes,
  /** What it may use: the size of its disk, or the limit of Redis. Null if unknown. */
  limit: bytes.nullable(),
});
export type SystemStorage = z.output<typeof systemStorage>;

/**
 * Present troubles, worst first. `process_down`: a part of the site or CRM does not work. `redis_unsafe`: Redis may lose
 * what it has accepted; `subject` is why (`redisFlaws`), `detail` the setting that shows it. `process_degraded`: a process
 * lacks what `detail` names. `build_unserved`: the deployed build of a remote cannot be served, for the reason in
 * `detail`. `mail_waiting`: emails are retried; `detail` is what the mail server said last.
 * `queue_waiting`: jobs wait for over five minutes. `outbox_waiting`: changes of over five minutes ago are not
 * published. `backup_missing`: there is data since a day, and no backup, or none that is not on the same disk.
 * `backup_failed`, `backup_old`: the last backup failed, or is older than 26 hours although there is a
 * schedule. `storage_full`: over 90 % are used.
 */
export const troubleCodes = [
  'process_down',
  'redis_unsafe',
  'mail_waiting',
  'process_degraded',
  'build_unserved',
  'queue_waiting',
  'outbox_waiting',
  'storage_full',
  'backup_failed',
  'backup_missing',
  'backup_old',
] as const;

/** Why Redis may lose accepted messages. `unchecked`: it does not show whether it stores them on disk. */
export const redisFlaws = ['read_only', 'evicts', 'not_stored', 'too_old', 'unchecked'] as const;

export const systemTrouble = z.object({
  code: z.enum(troubleCodes),
  /** The process, remote, queue or store that it is about. Empty for backups. */
  subject: z.string(),
  /** What failed last, without personal data. Empty if nothing is known. */
  detail: z.string(),
  since: timestamp.nullable(),
  /** Emails or jobs that wait. */
  waiting: count,
  /** When the next attempt is due. */
  next_at: timestamp.nullable(),
});
export type SystemTrouble = z.output<typeof systemTrouble>;

const system = z.object({
  checked_at: timestamp,
  /** Since when nothing is wrong, as far as is known. Null while something is, or before the first check. */
  working_since: timestamp.nullable(),
  troubles: z.array(systemTrouble),
  processes: z.array(systemProcess),
  queues: z.array(systemQueue),
  errors: z.array(systemError),
  backups: systemBackups,
  storage: z.array(systemStorage),
  /** Failed emails, refused submissions and failed jobs. */
  dead_letters: count,
});
export type System = z.output<typeof system>;

export const jobStates = ['waiting', 'active', 'delayed', 'failed'] as const;

const jobId = text().min(1, 'Not a job').max(200, 'Not a job');

const jobSummary = z.object({
  queue: queueName,
  id: jobId,
  state: z.enum(jobStates),
  created_at: timestamp,
  /** The last error, without personal data and secrets. */
  error: z.string().nullable(),
  failed_at: timestamp.nullable(),
});
export type JobSummary = z.output<typeof jobSummary>;

export const systemJob = jobSummary.extend({
  service: z.string(),
  attempts: count,
  /** Null: without end. */
  attempts_allowed: count.nullable(),
  next_at: timestamp.nullable(),
  request_id: z.string().nullable(),
  /** Its data as JSON. Personal values are masked: first letter, then dots. Ids, numbers, dates and codes are not. */
  payload: z.string(),
  /** First lines of the errors of its last attempts, newest first. */
  errors: z.array(z.string()),
});
export type SystemJob = z.output<typeof systemJob>;

const admin = { service: 'gateway', access: 'admin' } as const;
const job = z.strictObject({ queue: queueName, job: jobId });

export const systemStatus = operations({
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/system',
    input: z.strictObject({}),
    output: system,
    summary: 'Get the state of all processes, queues, backups and stores, and what is wrong.',
  }),
});

export const systemJobs = operations({
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/system/queues/:queue/jobs',
    input: z.strictObject({ queue: queueName, state: z.enum(jobStates).default('failed') }),
    /** At most 100. */
    output: z.object({ data: z.array(jobSummary) }),
    summary: 'List the jobs of a queue in a state, newest first.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/system/queues/:queue/jobs/:job',
    input: job,
    output: systemJob,
    summary: 'Get a job. Personal data in it is masked.',
  }),
  retry: operation({
    ...admin,
    method: 'POST',
    path: '/admin/system/queues/:queue/jobs/:job/retry',
    input: job,
    output: job,
    problems: ['conflict'],
    summary: 'Run a failed or delayed job now.',
  }),
  discard: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/system/queues/:queue/jobs/:job',
    input: job,
    output: job,
    problems: ['conflict'],
    summary: 'Remove a failed job without running it again.',
  }),
  retryAll: operation({
    ...admin,
    method: 'POST',
    path: '/admin/system/queues/:queue/retry',
    input: z.strictObject({ queue: queueName }),
    /** Jobs that run now. */
    output: z.object({ retried: count }),
    problems: ['conflict'],
    summary: 'Run all failed and delayed retries of a queue now.',
  }),
});

export const systemBackup = operations({
  create: operation({
    ...admin,
    method: 'POST',
    path: '/admin/system/backups',
    input: z.strictObject({}),
    /** False: one is being made already. */
    output: z.object({ started: z.boolean() }),
    problems: ['conflict'],
    summary: 'Make a backup now. Its progress is part of the state of the system.',
  }),
  verify: operation({
    ...admin,
    method: 'POST',
    path: '/admin/system/backups/verify',
    input: z.strictObject({}),
    output: z.object({ started: z.boolean() }),
    problems: ['conflict'],
    summary: 'Read the last backup back and check it.',
  }),
});

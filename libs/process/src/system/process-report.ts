import { z } from 'zod';

/** ms between two reports of a process. */
export const reportInterval = 10_000;
/** ms after which a process without a new report counts as gone: three were missed. */
export const reportLifetime = 35_000;

/** Hash of the reports of a service's replicas, by the id of the replica. */
export const reportsKey = (service: string) => `docfolio:system:processes:${service}`;

/** Stream of the errors that the replicas of a service logged: field `error` holds a `recordedError` as JSON. */
export const errorsKey = (service: string) => `docfolio:system:errors:${service}`;
/** Entries that such a stream holds, approximately. */
export const maxErrors = 1_000;

const time = z.iso.datetime();
const count = z.int().min(0);

/** Bytes in a store, and those that are free on its disk. Null: unknown. */
export const storedBytes = z.object({ used: count, free: count.nullable() });
export type StoredBytes = z.output<typeof storedBytes>;

export const workedQueue = z.object({
  /** Name of the job, or of the queue of submissions or events. */
  name: z.string(),
  kind: z.enum(['job', 'submissions', 'events']),
  /** Whether its jobs send emails. */
  sends_mail: z.boolean(),
});
export type WorkedQueue = z.output<typeof workedQueue>;

/** A build of a remote that visitors should get and that the web process does not serve. */
export const unservedBuild = z.object({ remote: z.string(), build: z.string(), reason: z.string() });
export type UnservedBuild = z.output<typeof unservedBuild>;

/** What only a service itself can count. Absent: it has no such thing, or could not read it. */
export const processFigures = z.object({
  outbox: z.object({ waiting: count, oldest_at: time.nullable() }).optional(),
  database: storedBytes.optional(),
  images: storedBytes.optional(),
  dead_letters: count.optional(),
  unserved_builds: z.array(unservedBuild).optional(),
});
export type ProcessFigures = z.output<typeof processFigures>;

/** What a process reports of itself every 10 s. */
export const processReport = z.object({
  version: z.string(),
  started_at: time,
  at: time,
  /** Bytes: resident, and what the container allows. With `shared_by`, that is memory of these processes together. */
  memory: z.object({ used: count, limit: count.nullable(), shared_by: z.array(z.string()).optional() }),
  /** Unavailable dependencies. */
  missing: z.array(z.string()),
  /** Whether it has been ready since its start. */
  was_ready: z.boolean(),
  queues: z.array(workedQueue),
  figures: processFigures,
});
export type ProcessReport = z.output<typeof processReport>;

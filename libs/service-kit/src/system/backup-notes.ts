import { backupSteps } from '@docfolio/contracts/entities/system';
import { z } from 'zod';

const time = z.iso.datetime();

/**
 * Keys under which the programs that make backups, and the gateway, publish what they know of them: in Redis, because the place of
 * the backups may be out of the platform's reach. The values are the JSON of `backupNotes`.
 */
export const backupKeys = {
  last: 'docfolio:backup:last',
  failure: 'docfolio:backup:failure',
  verified: 'docfolio:backup:verified',
  elsewhere: 'docfolio:backup:elsewhere',
  running: 'docfolio:backup:running',
  server: 'docfolio:backup:server',
  /** A list of `BackupRequest`, as text, that the gateway writes. */
  requests: 'docfolio:backup:requests',
} as const;

export const backupNotes = {
  /** The last one that succeeded. */
  last: z.object({
    id: z.string(),
    started_at: time,
    finished_at: time,
    bytes: z.int().min(0),
    /** Documents, files and jobs. */
    records: z.int().min(0),
    /** Whether it is on the disk of the data, and would be lost with it. Absent in notes of earlier versions. */
    beside_data: z.boolean().optional(),
  }),
  /** The last attempt to make or verify one, if it failed. */
  failure: z.object({ at: time, message: z.string() }),
  /** The newest one was read back and found whole. */
  verified: z.object({ at: time }),
  /** The last one that is not on the disk of the data. */
  elsewhere: z.object({ at: time }),
  /** One is being made or verified, `by` a program, or by none yet: `requester`. */
  running: z.object({ step: z.enum(backupSteps), percent: z.int().min(0).max(100).nullable(), by: z.string() }),
  /** A program serves requests. `next_at`: when the schedule is due. */
  server: z.object({ next_at: time.nullable() }),
};

export type BackupRequest = 'create' | 'verify';
export type BackupNote = { [Name in keyof typeof backupNotes]: z.output<(typeof backupNotes)[Name]> };

/** `by` of what the CRM has requested and no program has begun. */
export const requester = 'request';

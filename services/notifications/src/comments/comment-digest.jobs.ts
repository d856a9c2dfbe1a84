import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Closes a digest at its time, and has it mailed. */
export const mailDigest = defineJob('mail-comment-digest', z.strictObject({ digest_id: z.string().min(1) }));

/** Looks after digests whose time has passed. */
export const sweepDigests = defineJob('sweep-comment-digests', z.strictObject({}), { attempts: 3 });

import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Closes a digest when it is due and orders its email. */
export const mailDigest = defineJob('mail-comment-digest', z.strictObject({ digest_id: z.string().min(1) }));

/** Finds digests that are overdue. */
export const sweepDigests = defineJob('sweep-comment-digests', z.strictObject({}), { attempts: 3 });

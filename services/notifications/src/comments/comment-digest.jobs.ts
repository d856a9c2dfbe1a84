import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export const mailDigest = defineJob('mail-comment-digest', z.strictObject({ digest_id: z.string().min(1) }));

export const sweepDigests = defineJob('sweep-comment-digests', z.strictObject({}), { attempts: 3 });

import { recordId, timestamp } from '@docfolio/contracts/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Publishes a draft at its time; whether that is still its time, the post says. */
export const publishScheduled = defineJob('publish-scheduled-post', z.strictObject({ id: recordId, at: timestamp }));

/** Looks after drafts whose job has been lost. */
export const sweepScheduled = defineJob('sweep-scheduled-posts', z.strictObject({}), { attempts: 3 });

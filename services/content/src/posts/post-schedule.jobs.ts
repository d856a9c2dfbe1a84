import { recordId, timestamp } from '@docfolio/contracts/core/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Job that publishes a draft if it is due when the job runs. `at` is the scheduled time that it was queued for. */
export const publishScheduled = defineJob('publish-scheduled-post', z.strictObject({ id: recordId, at: timestamp }));

export const sweepScheduled = defineJob('sweep-scheduled-posts', z.strictObject({}), { attempts: 3 });

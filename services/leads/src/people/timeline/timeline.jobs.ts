import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Recurring job that deletes the timelines of purged leads, clients and projects. */
export const purgeTimelines = defineJob('purge-timelines', z.strictObject({}), { attempts: 3 });

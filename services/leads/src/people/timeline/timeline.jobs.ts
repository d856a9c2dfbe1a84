import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Removes the timelines of leads, clients and projects that are gone for good. */
export const purgeTimelines = defineJob('purge-timelines', z.strictObject({}), { attempts: 3 });

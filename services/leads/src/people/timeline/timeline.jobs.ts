import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export const purgeTimelines = defineJob('purge-timelines', z.strictObject({}), { attempts: 3 });

import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export const purgeComments = defineJob('purge-comments', z.strictObject({}), { attempts: 3 });

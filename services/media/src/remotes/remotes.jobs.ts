import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export const removeOldBuilds = defineJob('remove-old-builds', z.strictObject({}), { attempts: 3 });

import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export const purgePreviews = defineJob('purge-previews', z.strictObject({}), { attempts: 3 });

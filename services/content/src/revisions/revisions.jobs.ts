import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

export const purgeRevisions = defineJob('purge-revisions', z.strictObject({}), { attempts: 3 });

import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Removes the revisions of posts that are gone for good. */
export const purgeRevisions = defineJob('purge-revisions', z.strictObject({}), { attempts: 3 });

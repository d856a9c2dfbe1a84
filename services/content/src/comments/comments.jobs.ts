import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Removes the comments of posts that are gone for good. */
export const purgeComments = defineJob('purge-comments', z.strictObject({}), { attempts: 3 });

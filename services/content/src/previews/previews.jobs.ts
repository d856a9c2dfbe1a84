import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Removes the preview links of posts that are gone for good. */
export const purgePreviews = defineJob('purge-previews', z.strictObject({}), { attempts: 3 });

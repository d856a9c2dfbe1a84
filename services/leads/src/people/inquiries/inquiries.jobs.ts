import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Job that backfills what inquiries of an older version lack of their lead. */
export const followLeads = defineJob('follow-leads', z.strictObject({}), { keepFor: 60 * 60 });

import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Job that backfills the sender of inquiries that an older version stored without it. */
export const followLeads = defineJob('follow-leads', z.strictObject({}), { keepFor: 24 * 60 * 60 });

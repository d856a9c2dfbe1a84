import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Brings inquiries that an older version has written up to what their leads are. */
export const followLeads = defineJob('follow-leads', z.strictObject({}), { keepFor: 24 * 60 * 60 });

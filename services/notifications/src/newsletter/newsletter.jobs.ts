import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';
import { config } from '../config.js';

const round = { issue_id: z.string().min(1), round: z.int().min(1) };

export const batchSize = 20;

/** Attempts after which a temporarily refused email fails: about 15 minutes with the backoff below. */
export const triesOfOne = 15;

export const prepareIssue = defineJob('prepare-newsletter-issue', z.strictObject(round));

/** Job that sends a batch of an issue's emails. Temporarily refused emails are sent by its next run. */
export const sendBatch = defineJob(
  'send-newsletter-batch',
  z.strictObject({ ...round, delivery_ids: z.array(z.string()).min(1).max(batchSize) }),
  { concurrency: config.NEWSLETTER_CONNECTIONS, backoff: { first: 1_000, cap: 120_000 }, sendsMail: true },
);

export const finishIssue = defineJob('finish-newsletter-issue', z.strictObject(round));

/** Recurring job that restarts stalled issues and deletes old addresses of recipients. */
export const sweepIssues = defineJob('sweep-newsletter-issues', z.strictObject({}), { attempts: 3 });

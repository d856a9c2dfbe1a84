import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';
import { config } from '../config.js';

const round = { issue_id: z.string().min(1), round: z.int().min(1) };

export const batchSize = 20;

/** Attempts until a temporarily refused email fails: about a quarter of an hour with the backoff below. */
export const triesOfOne = 15;

export const prepareIssue = defineJob('prepare-newsletter-issue', z.strictObject(round));

/** Sends some emails of an issue. Temporarily refused ones wait for the next run of the job. */
export const sendBatch = defineJob(
  'send-newsletter-batch',
  z.strictObject({ ...round, delivery_ids: z.array(z.string()).min(1).max(batchSize) }),
  { concurrency: config.NEWSLETTER_CONNECTIONS, backoff: { first: 1_000, cap: 120_000 } },
);

export const finishIssue = defineJob('finish-newsletter-issue', z.strictObject(round));

/** Restarts stalled issues and deletes old addresses. */
export const sweepIssues = defineJob('sweep-newsletter-issues', z.strictObject({}), { attempts: 3 });

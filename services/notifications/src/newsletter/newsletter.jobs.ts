import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';
import { config } from '../config.js';

const round = { issue_id: z.string().min(1), round: z.int().min(1) };

/** Mails of one job. One after the other: a job is as fast as one connection. */
export const batchSize = 20;

/** Tries until a mail that is refused for now is given up: with the pauses below for about a quarter of an hour. */
export const triesOfOne = 15;

/** Lists who gets an issue, and has the mails sent that wait. */
export const prepareIssue = defineJob('prepare-newsletter-issue', z.strictObject(round));

/** Sends some mails of an issue. Those that are refused for now wait for the next run of the job. */
export const sendBatch = defineJob(
  'send-newsletter-batch',
  z.strictObject({ ...round, delivery_ids: z.array(z.string()).min(1).max(batchSize) }),
  { concurrency: config.NEWSLETTER_CONNECTIONS, backoff: { first: 1_000, cap: 120_000 } },
);

/** Declares an issue done, after all its batches. */
export const finishIssue = defineJob('finish-newsletter-issue', z.strictObject(round));

/** Looks after issues that have come to a standstill, and forgets addresses. */
export const sweepIssues = defineJob('sweep-newsletter-issues', z.strictObject({}), { attempts: 3 });

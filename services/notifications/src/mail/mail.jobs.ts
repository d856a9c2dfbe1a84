import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/**
 * Tries until a mail is given up: 2 s after the first failure, doubling up to an hour, for about four days, which is
 * how long mail servers themselves try (RFC 5321, 4.5.4.1).
 */
export const mailAttempts = 110;

export const deliveryPayload = z.strictObject({ delivery_id: z.string().min(1) });
export const attempts = { backoff: { first: 2_000, cap: 3_600_000 }, concurrency: 4 };

/** Sends one recorded mail. Ends when the mail is sent or recorded as given up, and not before that is on record. */
export const sendMail = defineJob('send-mail', deliveryPayload, attempts);

/** Looks after mails that wait without a job. */
export const sweepMails = defineJob('sweep-mails', z.strictObject({}), { attempts: 3 });

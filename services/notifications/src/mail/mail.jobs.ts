import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Attempts until an email fails permanently: about four days with the backoff below (RFC 5321, 4.5.4.1). */
export const mailAttempts = 110;

export const deliveryPayload = z.strictObject({ delivery_id: z.string().min(1) });
/** ms before the second attempt, doubled for each further one up to `cap`. */
const backoff = { first: 2_000, cap: 3_600_000 };
export const firstBackoff = backoff.first;
export const parallelMails = 16;
export const attempts = { backoff, concurrency: parallelMails, sendsMail: true };

export const sendMail = defineJob('send-mail', deliveryPayload, attempts);

export const sweepMails = defineJob('sweep-mails', z.strictObject({}), { attempts: 3 });

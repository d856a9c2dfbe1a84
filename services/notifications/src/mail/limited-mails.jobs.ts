import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { config } from '../config.js';
import { attempts, deliveryPayload } from './mail.jobs.js';
import type { MailKind } from './mail-delivery.schema.js';

/** The queue sends so many emails in an hour, of all replicas together, and the others wait. */
const limited = {
  ...attempts,
  ...(config.PUBLIC_MAILS_PER_HOUR > 0 && { limiter: { max: config.PUBLIC_MAILS_PER_HOUR, duration: 3_600_000 } }),
};

/** Job that sends an email to the owner about a visitor's message. */
export const sendNotice = defineJob('send-notice', deliveryPayload, limited);

/** Job that sends a subscriber the link that confirms the address, for which the form asks the subscriber to wait. */
export const sendConfirmation = defineJob('send-confirmation', deliveryPayload, limited);

/** Jobs of the kinds of emails that wait over the hourly limit. Each kind has a limit of its own. */
export const limitedJobs: Partial<Record<MailKind, typeof sendNotice | typeof sendConfirmation>> = {
  lead_owner: sendNotice,
  subscriber_confirmation: sendConfirmation,
};

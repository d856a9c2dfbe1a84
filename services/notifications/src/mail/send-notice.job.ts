import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { config } from '../config.js';
import { attempts, deliveryPayload } from './mail.jobs.js';

/** Job that sends an email to the owner about a visitor's message. Emails over the hourly limit wait. */
export const sendNotice = defineJob('send-notice', deliveryPayload, {
  ...attempts,
  ...(config.PUBLIC_MAILS_PER_HOUR > 0 && { limiter: { max: config.PUBLIC_MAILS_PER_HOUR, duration: 3_600_000 } }),
});

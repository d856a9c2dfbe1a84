import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event } from '../core/event.js';
import { listOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { recordId, timestamp } from '../core/text.js';

export const mailEntity = entity({
  collection: 'mails',
  service: 'notifications',
  counts: { failed: { state: 'failed' } },
});

/** Id of an email: `<id of the event that caused it>_<kind>`. */
export const mailId = z.string().regex(/^[A-Za-z0-9_-]{1,120}$/, 'Not an id');

/** An email that the mail server refused permanently or that ran out of retries, as the CRM lists it. */
export const failedMail = z.object({
  id: mailId,
  /** Email address of the recipient; null for emails to the owner. */
  to: z.string().nullable(),
  subject: z.string(),
  /** The last error, with email addresses removed. */
  last_error: z.string().nullable(),
  created_at: timestamp,
  lead_id: recordId.nullable(),
});
export type FailedMail = z.output<typeof failedMail>;

const byId = z.strictObject({ id: mailId });
const admin = adminOf('notifications');

export const mails = operations({
  listFailed: operation({
    ...admin,
    method: 'GET',
    path: '/admin/failed-mails',
    input: listQuery(['-created_at'], {}).omit({ search: true }),
    output: listOf(failedMail),
    summary: 'List emails that could not be sent, newest first.',
  }),
  retry: operation({
    ...admin,
    method: 'POST',
    path: '/admin/failed-mails/:id/retry',
    input: byId,
    output: byId,
    summary: 'Retry a failed email.',
  }),
  dismiss: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/failed-mails/:id',
    input: byId,
    output: byId,
    summary: 'Dismiss a failed email without sending it.',
  }),
});

const delivery = z.object({
  id: mailId,
  lead_id: recordId.nullable(),
  subject: z.string(),
  to: z.enum(['owner', 'lead', 'subscriber']),
});
type Delivery = z.output<typeof delivery>;
const toLive = ({ id }: Delivery) => [{ topic: 'mails' as const, id, act: 'changed' as const }];

export const mailSent = event('mail.sent', delivery, ['leads'], { live: toLive });

export const mailFailed = event('mail.failed', delivery.extend({ reason: z.string() }), ['leads'], { live: toLive });

/** An admin has retried or dismissed a failed email. */
export const mailChanged = event('mail.changed', z.object({ id: mailId }), [], {
  live: ({ id }) => [{ topic: 'mails', id, act: 'changed' }],
});

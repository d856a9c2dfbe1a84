import { z } from 'zod';
import { event } from './event.js';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { recordId, timestamp } from './text.js';

/** Deliveries have ids of their own kind: `<event id>_<kind>`. */
export const mailId = z.string().regex(/^[A-Za-z0-9_-]{1,120}$/, 'Not an id');

/** A mail that was given up. */
export const failedMail = z.object({
  id: mailId,
  /** Null: the owner. */
  to: z.string().nullable(),
  subject: z.string(),
  /** The transport's words for the last failure, without addresses. */
  last_error: z.string().nullable(),
  created_at: timestamp,
  /** The lead that it is about. */
  lead_id: recordId.nullable(),
});
export type FailedMail = z.output<typeof failedMail>;

const byId = z.strictObject({ id: mailId });
const notifications = { service: 'notifications', access: 'admin' } as const;

export const mails = {
  listFailed: operation({
    ...notifications,
    method: 'GET',
    path: '/admin/failed-mails',
    input: listQuery(['-created_at'], {}).omit({ search: true }),
    output: listOf(failedMail),
    summary: 'Mails that could not be sent, newest first.',
  }),
  retry: operation({
    ...notifications,
    method: 'POST',
    path: '/admin/failed-mails/:id/retry',
    input: byId,
    output: byId,
    summary: 'Try to send it once more.',
  }),
  dismiss: operation({
    ...notifications,
    method: 'DELETE',
    path: '/admin/failed-mails/:id',
    input: byId,
    output: byId,
    summary: 'Leave it unsent and say no more of it.',
  }),
};

const delivery = z.object({
  id: mailId,
  lead_id: recordId.nullable(),
  subject: z.string(),
  /** `owner`, the lead itself, or somebody who subscribed. */
  to: z.enum(['owner', 'lead', 'subscriber']),
});
type Delivery = z.output<typeof delivery>;
const told = ({ id }: Delivery) => [{ topic: 'mails' as const, id, act: 'changed' as const }];

/** A mail has been taken by the mail server. */
export const mailSent = event('mail.sent', delivery, ['leads'], { live: told });

/** A mail was given up. */
export const mailFailed = event('mail.failed', delivery.extend({ reason: z.string() }), ['leads'], { live: told });

/** A given up mail is tried again, or was dismissed. */
export const mailChanged = event('mail.changed', z.object({ id: mailId }), [], {
  live: ({ id }) => [{ topic: 'mails', id, act: 'changed' }],
});

import { z } from 'zod';
import { adminOf } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { event, recordEvent } from '../core/event.js';
import { itemsOf, listOf, listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { byId } from '../core/record-link.js';
import { arrayOf, recordId, timestamp } from '../core/text.js';

export const issueEntity = entity({ collection: 'newsletter_issues' });

/** Paths of the pages that newsletter emails link to. Opening one changes nothing; its button sends the request. */
export const confirmPath = '/newsletter/confirm';
export const unsubscribePath = '/newsletter/unsubscribe';
/** Path below /api/v1 of one-click unsubscribe (RFC 8058), plus `/<token>`. No operation, as the body isn't JSON. */
export const oneClickPath = '/newsletter/one-click';

/** The token in a link: a signed subscriber id with the action it permits (confirm or unsubscribe). */
export const subscriptionToken = z
  .string()
  .regex(/^[A-Za-z0-9._-]{20,300}$/, 'This link is not complete')
  .meta({ examples: ['c.018f4e9a7c3b4d2e9f10.k3Jx9_signature'] });
const byToken = z.strictObject({ token: subscriptionToken });

const admin = adminOf('notifications');

/** A subscriber who gets the newsletter: active and with a confirmed address. */
export const recipient = z.object({
  id: recordId,
  /** Id derived from the email address: the same for every subscription of that address, unlike `id`. */
  reader: recordId,
  email: z.string(),
  name: z.string().nullable(),
  unsubscribe_token: subscriptionToken,
});
export type Recipient = z.output<typeof recipient>;

export const recipientsLimit = 500;

export const subscriptions = operations({
  confirm: operation({
    service: 'leads',
    access: 'public',
    method: 'POST',
    path: confirmPath,
    input: byToken,
    output: z.object({ status: z.literal('confirmed') }),
    problems: ['not_found'],
    summary: 'Confirm a subscription. Idempotent; 404 for an unknown link.',
  }),
  unsubscribe: operation({
    service: 'leads',
    access: 'public',
    method: 'POST',
    path: unsubscribePath,
    input: byToken,
    output: z.object({ status: z.literal('unsubscribed') }),
    problems: ['not_found'],
    summary: 'Unsubscribe. Idempotent; 404 for an unknown link.',
  }),
  recipients: operation({
    ...adminOf('leads'),
    method: 'GET',
    path: '/admin/newsletter/recipients',
    input: listQuery(['subscribed_at'], {}).omit({ search: true }),
    output: listOf(recipient),
    summary: 'List the recipients of the newsletter: active, confirmed subscribers, oldest first.',
  }),
  stillRecipients: operation({
    ...adminOf('leads'),
    method: 'POST',
    path: '/admin/newsletter/recipients/check',
    input: z.strictObject({ ids: arrayOf(recordId).min(1).max(recipientsLimit) }),
    output: itemsOf(recipient),
    summary: 'List those of the given subscribers who are recipients now.',
  }),
});

/** States of sending one post to its subscribers (an issue). `preparing` means that recipients are being listed. */
export const issueStates = ['preparing', 'sending', 'paused', 'done'] as const;
export type IssueState = (typeof issueStates)[number];

/** States of an issue's email to one subscriber. `unknown`: the connection or process failed while sending it. */
export const newsletterDeliveryStates = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const;
export type NewsletterDeliveryState = (typeof newsletterDeliveryStates)[number];

const count = z.int().min(0);

export const newsletterIssue = z.object({
  id: recordId,
  post_id: recordId,
  post_title: z.string(),
  post_slug: z.string(),
  state: z.enum(issueStates),
  /** Number of recipients of this issue. Subscribers who had received the post before are not among them. */
  recipients: count,
  waiting: count,
  sent: count,
  failed: count,
  unknown: count,
  /** Latest reason why an email waits for a retry: `SMTP <status>` or an error code. Null if there is none. */
  held_up: z.string().nullable().default(null),
  created_at: timestamp,
  created_by: z.string().nullable(),
  finished_at: timestamp.nullable(),
});
export type NewsletterIssue = z.output<typeof newsletterIssue>;

export const newsletterDelivery = z.object({
  id: z.string(),
  subscriber_id: recordId,
  /** The subscriber's address; null once the email has been sent, or 30 days after it failed or was left unsent. */
  email: z.string().nullable(),
  state: z.enum(newsletterDeliveryStates),
  /** Last failure, without email addresses: the mail server's message, `SMTP <status>` or an error code. */
  last_error: z.string().nullable(),
  at: timestamp,
});
export type NewsletterDelivery = z.output<typeof newsletterDelivery>;

const ofPost = z.strictObject({ post_id: recordId });

export const newsletter = operations({
  audience: operation({
    ...admin,
    method: 'GET',
    path: '/admin/newsletter/audience',
    input: ofPost,
    output: z.object({
      /** Number of subscribers to whom the post would be sent now. */
      recipients: count,
      /** Number of subscribers who were sent the post, or to whom it is being sent. */
      had: count,
    }),
    summary: 'Count the recipients of a post.',
  }),
  test: operation({
    ...admin,
    method: 'POST',
    path: '/admin/newsletter/test',
    input: ofPost,
    output: z.object({ to: z.string() }),
    problems: ['not_found'],
    summary: 'Send a test of a post to its owner. Drafts are allowed.',
  }),
  create: operation({
    ...admin,
    method: 'POST',
    path: '/admin/newsletter/issues',
    input: ofPost,
    output: newsletterIssue,
    creates: true,
    problems: ['not_found'],
    summary:
      'Send a published post to every subscriber who has not received it. 409 for a draft, or while it is being sent.',
  }),
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/newsletter/issues',
    input: listQuery(['-created_at'], { post_id: recordId.optional() }).omit({ search: true }),
    output: listOf(newsletterIssue),
    summary: 'List issues, newest first.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/newsletter/issues/:id',
    input: byId,
    output: newsletterIssue,
    summary: 'Get the progress of an issue.',
  }),
  deliveries: operation({
    ...admin,
    method: 'GET',
    path: '/admin/newsletter/issues/:id/deliveries',
    input: listQuery(['at'], {
      id: recordId,
      state: z.enum(newsletterDeliveryStates, 'Unknown state').optional(),
    }).omit({
      search: true,
    }),
    output: listOf(newsletterDelivery),
    summary: 'List the emails of an issue with their states.',
  }),
  pause: operation({
    ...admin,
    method: 'POST',
    path: '/admin/newsletter/issues/:id/pause',
    input: byId,
    output: newsletterIssue,
    problems: ['conflict'],
    summary: 'Pause an issue.',
  }),
  resume: operation({
    ...admin,
    method: 'POST',
    path: '/admin/newsletter/issues/:id/resume',
    input: byId,
    output: newsletterIssue,
    problems: ['conflict'],
    summary: 'Resume a paused issue. 409 while its post is not published.',
  }),
  retry: operation({
    ...admin,
    method: 'POST',
    path: '/admin/newsletter/issues/:id/retry',
    input: byId,
    output: newsletterIssue,
    problems: ['conflict'],
    summary:
      'Retry the failed emails of an issue. 409 while its post is not published. Emails with an unknown outcome are not retried: they may have arrived.',
  }),
});

/** Requests the email in which a new subscriber confirms the address. */
export const confirmationRequested = event(
  'subscriber.confirmation_wanted',
  z.object({
    id: recordId,
    email: z.string(),
    name: z.string().nullable(),
    confirm_token: subscriptionToken,
    unsubscribe_token: subscriptionToken,
  }),
  ['notifications'],
);

export const newsletterIssueChanged = recordEvent('newsletter_issue.changed', 'newsletter_issues');

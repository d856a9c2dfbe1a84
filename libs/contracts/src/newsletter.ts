import { z } from 'zod';
import { event, recordEvent } from './event.js';
import { itemsOf, listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId } from './record-link.js';
import { arrayOf, recordId, timestamp } from './text.js';

/** Paths on the site that mails link. A GET of them changes nothing: each has a button. */
export const confirmPath = '/newsletter/confirm';
export const unsubscribePath = '/newsletter/unsubscribe';
/**
 * Below /api/v1 and before a `/<token>`: what a mail program posts to for its reader (RFC 8058), with whatever body; no
 * JSON, so a route of its own.
 */
export const oneClickPath = '/newsletter/one-click';

/** Names a subscriber and what may be done in their name; signed. */
export const subscriptionToken = z.string().regex(/^[A-Za-z0-9._-]{20,300}$/, 'This link is not complete');
const byToken = z.strictObject({ token: subscriptionToken });

const leads = { service: 'leads' } as const;
const notifications = { service: 'notifications', access: 'admin' } as const;

/** Somebody who gets an issue: active and confirmed. */
export const recipient = z.object({
  id: recordId,
  /** One for each address: who has left and come back has another id, and is the same reader. */
  reader: recordId,
  email: z.string(),
  name: z.string().nullable(),
  unsubscribe_token: subscriptionToken,
});
export type Recipient = z.output<typeof recipient>;

/** Subscribers that can be asked after at once. */
export const recipientsLimit = 500;

export const subscriptions = {
  confirm: operation({
    ...leads,
    method: 'POST',
    path: confirmPath,
    access: 'public',
    input: byToken,
    output: z.object({ status: z.literal('confirmed') }),
    summary: 'Confirm that an address wants the newsletter. Twice is once; 404 for a link that is not ours.',
  }),
  unsubscribe: operation({
    ...leads,
    method: 'POST',
    path: unsubscribePath,
    access: 'public',
    input: byToken,
    output: z.object({ status: z.literal('unsubscribed') }),
    summary: 'End a subscription. Twice is once; 404 for a link that is not ours.',
  }),
  recipients: operation({
    ...leads,
    method: 'GET',
    path: '/admin/newsletter/recipients',
    access: 'admin',
    input: listQuery(['subscribed_at'], {}).omit({ search: true }),
    output: listOf(recipient),
    summary: 'Who gets the newsletter: active, confirmed subscribers, the oldest first.',
  }),
  stillRecipients: operation({
    ...leads,
    method: 'POST',
    path: '/admin/newsletter/recipients/check',
    access: 'admin',
    input: z.strictObject({ ids: arrayOf(recordId).min(1).max(recipientsLimit) }),
    output: itemsOf(recipient),
    summary: 'Those of some subscribers who get the newsletter as of now: who has left meanwhile is not among them.',
  }),
};

/** `preparing`: its recipients are being listed. */
export const issueStates = ['preparing', 'sending', 'paused', 'done'] as const;
export type IssueState = (typeof issueStates)[number];

/** `unknown`: the process that was handing it to the mail server died; it may have arrived. */
export const newsletterDeliveryStates = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const;
export type NewsletterDeliveryState = (typeof newsletterDeliveryStates)[number];

const count = z.int().min(0);

/** A post on its way to the subscribers. */
export const newsletterIssue = z.object({
  id: recordId,
  post_id: recordId,
  post_title: z.string(),
  post_slug: z.string(),
  state: z.enum(issueStates),
  /** Those that have had the post already are not among them. */
  recipients: count,
  waiting: count,
  sent: count,
  failed: count,
  unknown: count,
  /** Why mails that wait could not go out, as of last: `SMTP <status>` or an error's code. Null while none is put off. */
  held_up: z.string().nullable().default(null),
  created_at: timestamp,
  created_by: z.string().nullable(),
  finished_at: timestamp.nullable(),
});
export type NewsletterIssue = z.output<typeof newsletterIssue>;

export const newsletterDelivery = z.object({
  id: z.string(),
  subscriber_id: recordId,
  /** Forgotten once it is sent. */
  email: z.string().nullable(),
  state: z.enum(newsletterDeliveryStates),
  /** The mail server's words, without addresses. */
  last_error: z.string().nullable(),
  at: timestamp,
});
export type NewsletterDelivery = z.output<typeof newsletterDelivery>;

const ofPost = z.strictObject({ post_id: recordId });

export const newsletter = {
  audience: operation({
    ...notifications,
    method: 'GET',
    path: '/admin/newsletter/audience',
    input: ofPost,
    output: z.object({
      /** Who would get the post now. */
      recipients: count,
      /** Who has had it already, or is about to. */
      had: count,
    }),
    summary: 'Whom a post would go to.',
  }),
  test: operation({
    ...notifications,
    method: 'POST',
    path: '/admin/newsletter/test',
    input: ofPost,
    output: z.object({ to: z.string() }),
    summary: 'Send a post to its owner, as subscribers would get it. Drafts too.',
  }),
  create: operation({
    ...notifications,
    method: 'POST',
    path: '/admin/newsletter/issues',
    input: ofPost,
    output: newsletterIssue,
    creates: true,
    summary: 'Send a published post to everybody who has not had it; 409 for a draft, or while it is being sent.',
  }),
  list: operation({
    ...notifications,
    method: 'GET',
    path: '/admin/newsletter/issues',
    input: listQuery(['-created_at'], { post_id: recordId.optional() }).omit({ search: true }),
    output: listOf(newsletterIssue),
    summary: 'Issues, newest first.',
  }),
  get: operation({
    ...notifications,
    method: 'GET',
    path: '/admin/newsletter/issues/:id',
    input: byId,
    output: newsletterIssue,
    summary: 'How far an issue has come.',
  }),
  deliveries: operation({
    ...notifications,
    method: 'GET',
    path: '/admin/newsletter/issues/:id/deliveries',
    input: listQuery(['at'], {
      id: recordId,
      state: z.enum(newsletterDeliveryStates, 'Unknown state').optional(),
    }).omit({
      search: true,
    }),
    output: listOf(newsletterDelivery),
    summary: 'What became of each mail of an issue.',
  }),
  pause: operation({
    ...notifications,
    method: 'POST',
    path: '/admin/newsletter/issues/:id/pause',
    input: byId,
    output: newsletterIssue,
    summary: 'Send no more of an issue for now.',
  }),
  resume: operation({
    ...notifications,
    method: 'POST',
    path: '/admin/newsletter/issues/:id/resume',
    input: byId,
    output: newsletterIssue,
    summary: 'Go on with a paused issue; 409 while its post is not published.',
  }),
  retry: operation({
    ...notifications,
    method: 'POST',
    path: '/admin/newsletter/issues/:id/retry',
    input: byId,
    output: newsletterIssue,
    summary:
      'Try the failed mails of an issue once more; 409 while its post is not published. Those of unknown outcome are left: they may have arrived.',
  }),
};

/** Somebody subscribed, and has to say by mail that it was they. */
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

/** An issue was ordered, has gone on, was paused, is done. */
export const newsletterIssueChanged = recordEvent('newsletter_issue.changed', 'newsletter_issues');

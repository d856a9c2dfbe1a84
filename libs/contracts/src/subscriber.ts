import { z } from 'zod';
import { recordEvent } from './event.js';
import { honeypot } from './honeypot.js';
import { listOf, listQuery } from './list.js';
import { operation } from './operation.js';
import { byId } from './record-link.js';
import { submitted } from './submission.js';
import { emailAddress, line, optional, recordId, timestamp } from './text.js';

/** Specification, section 9. */
export const subscriberSources = ['blog', 'newsletter', 'website'] as const;
export type SubscriberSource = (typeof subscriberSources)[number];

export const newSubscriber = z.strictObject({
  email: emailAddress,
  name: optional(line()),
  source: z.enum(subscriberSources, 'Unknown source').default('blog'),
  ...honeypot,
});
export type NewSubscriber = z.output<typeof newSubscriber>;

export const subscriber = z.object({
  id: recordId,
  email: z.string(),
  name: z.string().nullable(),
  /** Null reads as 'blog' (specification, section 2). */
  source: z.enum(subscriberSources).nullable(),
  is_active: z.boolean(),
  subscribed_at: timestamp,
  /** Mails go to confirmed addresses only. */
  confirmed_at: timestamp.nullable(),
  version: z.int().min(1),
});
export type Subscriber = z.output<typeof subscriber>;

export const subscriberSorts = ['-subscribed_at', 'subscribed_at', 'email', '-email'] as const;
export const subscriberListQuery = listQuery(subscriberSorts, {
  status: z.enum(['active', 'inactive'], 'Unknown status').optional(),
  source: z.enum(subscriberSources, 'Unknown source').optional(),
});
export type SubscriberListQuery = z.output<typeof subscriberListQuery>;

export const subscriberPatch = z.strictObject({ id: recordId, is_active: z.boolean() });
export type SubscriberPatch = z.output<typeof subscriberPatch>;

const admin = { service: 'leads', access: 'admin' } as const;

export const subscribers = {
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/subscribers',
    access: 'public',
    input: newSubscriber,
    output: submitted,
    delivery: 'submission',
    summary: 'Subscribe to the newsletter. A living subscriber, however the address is spelt, answers 409.',
  }),
  list: operation({
    ...admin,
    method: 'GET',
    path: '/admin/subscribers',
    input: subscriberListQuery,
    output: listOf(subscriber),
    summary: 'Subscribers, the newest first; searched by e-mail and name.',
  }),
  get: operation({
    ...admin,
    method: 'GET',
    path: '/admin/subscribers/:id',
    input: byId,
    output: subscriber,
    summary: 'One subscriber.',
  }),
  patch: operation({
    ...admin,
    method: 'PATCH',
    path: '/admin/subscribers/:id',
    input: subscriberPatch,
    output: subscriber,
    summary: 'Activate or deactivate a subscriber.',
  }),
  delete: operation({
    ...admin,
    method: 'DELETE',
    path: '/admin/subscribers/:id',
    input: byId,
    output: byId,
    summary: 'Delete a subscriber.',
  }),
};

/** Somebody subscribed (flagged ones raise nothing), or was changed, deleted or restored. */
export const subscriberChanged = recordEvent('subscriber.changed', 'blog_subscribers');

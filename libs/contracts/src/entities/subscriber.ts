import { z } from 'zod';
import { crud } from '../core/crud.js';
import { entity } from '../core/entity.js';
import { recordEvent } from '../core/event.js';
import { honeypot } from '../core/honeypot.js';
import { listQuery } from '../core/list.js';
import { operation, operations } from '../core/operation.js';
import { submitted } from '../core/submission.js';
import { emailAddress, line, optional, recordId, timestamp } from '../core/text.js';

export const subscriberEntity = entity({
  collection: 'blog_subscribers',
  service: 'leads',
  trash: true,
  exported: true,
  counts: {
    subscribers: { is_spam: false },
    active_subscribers: { is_spam: false, is_active: true, confirmed_at: { dated: true } },
    unconfirmed_subscribers: { is_spam: false, is_active: true, confirmed_at: null },
  },
});

/** Where on the site a subscriber signed up (specification, section 9). */
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
  /** Null is shown as 'blog' (specification, section 2). */
  source: z.enum(subscriberSources).nullable(),
  is_active: z.boolean(),
  subscribed_at: timestamp,
  /** When the subscriber confirmed the address; null: not yet. The newsletter goes only to confirmed addresses. */
  confirmed_at: timestamp.nullable(),
  version: z.int().min(1),
});
export type Subscriber = z.output<typeof subscriber>;

/** `active` subscribers get the newsletter. `unconfirmed` ones would, if they confirmed their address. */
export const subscriberStatuses = ['active', 'unconfirmed', 'inactive'] as const;
export type SubscriberStatus = (typeof subscriberStatuses)[number];

export function statusOfSubscriber({
  is_active,
  confirmed_at,
}: Pick<Subscriber, 'is_active' | 'confirmed_at'>): SubscriberStatus {
  if (!is_active) return 'inactive';
  return confirmed_at === null ? 'unconfirmed' : 'active';
}

export const subscriberSorts = ['-subscribed_at', 'subscribed_at', 'email', '-email'] as const;
export const subscriberListQuery = listQuery(subscriberSorts, {
  status: z.enum(subscriberStatuses, 'Unknown status').optional(),
  source: z.enum(subscriberSources, 'Unknown source').optional(),
});
export type SubscriberListQuery = z.output<typeof subscriberListQuery>;

export const subscriberPatch = z.strictObject({ id: recordId, is_active: z.boolean() });
export type SubscriberPatch = z.output<typeof subscriberPatch>;

export const subscribers = operations({
  submit: operation({
    service: 'leads',
    method: 'POST',
    path: '/subscribers',
    access: 'public',
    input: newSubscriber,
    output: submitted,
    delivery: 'submission',
    problems: ['already_subscribed'],
    summary: 'Subscribe to the newsletter. 409 if the address is subscribed, whatever its case.',
  }),
  ...crud(subscriberEntity, {
    noun: 'subscriber',
    path: '/admin/subscribers',
    query: subscriberListQuery,
    record: subscriber,
    patch: subscriberPatch,
    summaries: {
      list: 'List subscribers, newest first. Searches email and name.',
      patch: 'Activate or deactivate a subscriber.',
    },
  }),
});

/** A subscriber was created (except spam), changed, deleted or restored. */
export const subscriberChanged = recordEvent('subscriber.changed', 'blog_subscribers');

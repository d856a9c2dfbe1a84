import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import { type NewSubscriber, subscribers } from '@docfolio/contracts/subscriber';
import { checked } from '../checked.js';
import type { Texts } from '../use-plain-form.js';

export type SubscriptionField = 'name' | 'email' | 'website';

const attempts = new FormAttempts('docfolio.attempt.subscriber.blog');

export function checkSubscription({ website, ...texts }: Texts<SubscriptionField>) {
  return checked(subscribers.submit, { ...texts, source: 'blog', ...(website && { website }) });
}

/** Subscribes; another try with the same words is the same act. It rejects as `call` does. */
export const subscribe = (subscriber: NewSubscriber) =>
  attempts.run(subscriber, (idempotencyKey) => call(subscribers.submit, subscriber, { idempotencyKey }));

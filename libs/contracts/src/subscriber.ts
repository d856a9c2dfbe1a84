import { z } from 'zod';
import { honeypot } from './honeypot.js';
import { operation } from './operation.js';
import { submitted } from './submission.js';
import { emailAddress, line, optional } from './text.js';

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
};

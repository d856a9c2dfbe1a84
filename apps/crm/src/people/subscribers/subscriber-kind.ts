import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { type Subscriber, subscribers } from '@docfolio/contracts/entities/subscriber';

export const subscriberKind: RecordKind<Subscriber, 'blog_subscribers'> = recordKind({
  ...subscribers,
  topic: 'blog_subscribers',
  nameOf: ({ email }) => email,
  words: { fetchFailed: 'Failed to fetch blog subscribers' },
});

/** Returns the form that a subscriber came from. */
export const sourceOf = ({ source }: Subscriber) => source ?? 'blog';

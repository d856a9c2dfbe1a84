import { type Subscriber, subscribers } from '@docfolio/contracts/subscriber';
import { Rss } from 'lucide-react';
import { type RecordKind, recordKind } from '../../records/record-kind.js';

export const subscriberKind: RecordKind<Subscriber, 'blog_subscribers'> = recordKind({
  ...subscribers,
  topic: 'blog_subscribers',
  icon: Rss,
  sidebar: { group: 'site' },
  count: 'subscribers',
  one: 'subscriber',
  title: 'Blog Subscribers',
  nameOf: ({ email }) => email,
  words: { fetchFailed: 'Failed to fetch blog subscribers' },
});

/** Returns the form that a subscriber came from. */
export const sourceOf = ({ source }: Subscriber) => source ?? 'blog';

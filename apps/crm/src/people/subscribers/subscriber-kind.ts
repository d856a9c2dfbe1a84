import { type Subscriber, subscribers } from '@docfolio/contracts/subscriber';
import { peopleTrash } from '@docfolio/contracts/trash';
import { Rss } from 'lucide-react';
import type { RecordKind } from '../../records/record-kind.js';

export const subscriberKind: RecordKind<Subscriber, 'blog_subscribers'> = {
  topic: 'blog_subscribers',
  path: '/admin/blog-subscribers',
  drawer: true,
  icon: Rss,
  sidebar: { group: 'site' },
  count: 'subscribers',
  one: 'subscriber',
  many: 'subscribers',
  title: 'Blog Subscribers',
  nameOf: ({ email }) => email,
  list: subscribers.list,
  get: subscribers.get,
  remove: subscribers.delete,
  trash: peopleTrash,
  words: {
    fetchFailed: 'Failed to fetch blog subscribers',
    toastsFetch: true,
    deleted: 'Subscriber deleted successfully',
    deleteFailed: 'Failed to delete subscriber',
  },
};

/** Returns the form that a subscriber came from; 'blog' if none is stored (specification, section 2). */
export const sourceOf = ({ source }: Subscriber) => source ?? 'blog';

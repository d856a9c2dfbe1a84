import type { OutputOf } from '@docfolio/contracts/operation';
import type { posts } from '@docfolio/contracts/post';

export type FeedPost = OutputOf<typeof posts.feed>['items'][number];

import type { OutputOf } from '@docfolio/contracts/core/operation';
import type { posts } from '@docfolio/contracts/entities/post';

export type FeedPost = OutputOf<typeof posts.feed>['items'][number];

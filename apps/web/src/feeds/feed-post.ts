import type { OutputOf } from '@docfolio/contracts/operation';
import type { posts } from '@docfolio/contracts/post';

/** A post as feeds carry it: whole. */
export type FeedPost = OutputOf<typeof posts.feed>['items'][number];

import { call } from '@docfolio/api-client/call';
import { type PostSummary, posts } from '@docfolio/contracts/post';

/** Posts that the sidebar has room for; the blog's own list has the rest. */
const shownPosts = 5;

export interface FoundPosts {
  items: PostSummary[];
  /** All that match, shown or not. */
  total: number;
}

/**
 * Asks for the posts with a text in title, excerpt or content. A module of its own, loaded when somebody searches:
 * the contract brings zod along, which a first visit does without.
 * @throws ProblemError what the gateway answered, or `unavailable`.
 */
export async function findPosts(search: string, signal: AbortSignal): Promise<FoundPosts> {
  const { items, total } = await call(posts.list, { search }, { signal });
  return { items: items.slice(0, shownPosts), total };
}

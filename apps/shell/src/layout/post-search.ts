import { call } from '@docfolio/api-client/call';
import { type PostSummary, posts } from '@docfolio/contracts/post';

/** Maximum number of posts shown in the sidebar; a link leads to all of them on the blog's own page. */
const shownPosts = 5;

export interface FoundPosts {
  items: PostSummary[];
  /** Number of all matches. */
  total: number;
}

/**
 * Searches posts by title, excerpt and content. Load this file on the first search only, because it contains zod.
 * @throws ProblemError with the gateway's code, or `unavailable`
 */
export async function findPosts(search: string, signal: AbortSignal): Promise<FoundPosts> {
  const { items, total } = await call(posts.list, { search }, { signal });
  return { items: items.slice(0, shownPosts), total };
}

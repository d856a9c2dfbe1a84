import { call } from '@docfolio/api-client/call';
import { type PostSummary, posts } from '@docfolio/contracts/post';

/** Posts shown in the sidebar; the rest are on the blog's own page. */
const shownPosts = 5;

export interface FoundPosts {
  items: PostSummary[];
  /** Number of all matches. */
  total: number;
}

/**
 * Searches posts by title, excerpt and content. Loaded on the first search, because the contract contains zod.
 * @throws ProblemError with the gateway's code, or `unavailable`
 */
export async function findPosts(search: string, signal: AbortSignal): Promise<FoundPosts> {
  const { items, total } = await call(posts.list, { search }, { signal });
  return { items: items.slice(0, shownPosts), total };
}

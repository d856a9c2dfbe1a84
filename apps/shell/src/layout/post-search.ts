import { call } from '@docfolio/api-client/call';
import { type PostSummary, posts } from '@docfolio/contracts/entities/post';

/** Maximum number of posts in the sidebar. A link leads to the blog's list of all matches. */
const shownPosts = 5;

export interface FoundPosts {
  items: PostSummary[];
  /** Number of all matches. */
  total: number;
}

/** Searches posts by title, excerpt and content. Import this file on demand: it contains zod. @throws ProblemError */
export async function findPosts(search: string, signal: AbortSignal): Promise<FoundPosts> {
  const { items, total } = await call(posts.list, { search }, { signal });
  return { items: items.slice(0, shownPosts), total };
}

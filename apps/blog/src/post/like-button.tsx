import { toast } from '@docfolio/ui/runtime';
import { Heart } from 'lucide-react';
import type { ShownPost } from '../posts/post-queries.js';
import { useLike } from './liked-posts.js';
import { type ActionLook, actionLook } from './post-action.js';

/** Likes the post in this browser alone (specification, section 4): the count is the server's and one's own. */
export function LikeButton({ post, look }: { post: Pick<ShownPost, 'id' | 'likes_count'>; look: ActionLook }) {
  const { liked, toggle } = useLike(post.id);
  return (
    <button
      type="button"
      aria-pressed={liked}
      onClick={() => toast({ title: toggle() ? 'Added to liked posts' : 'Removed from liked posts' })}
      className={`${actionLook(look, liked)} noscript:hidden`}
    >
      <Heart aria-hidden size={16} strokeWidth={1.75} fill={liked ? 'currentColor' : 'none'} className="shrink-0" />
      <span className={look === 'quiet' ? 'sr-only' : undefined}>Like</span>
      <span className={look === 'framed' && !liked ? 'text-muted' : undefined}>
        {post.likes_count + (liked ? 1 : 0)}
      </span>
    </button>
  );
}

import { toast } from '@docfolio/ui/runtime';
import { Heart } from 'lucide-react';
import type { ShownPost } from '../requests.js';
import { useLike } from './liked-posts.js';
import { type ActionLook, actionLook } from './post-action.js';

/** The Like button. A like is stored in this browser only: a liked post shows the server's count plus one. */
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

import { Link } from '@docfolio/federation/router';
import { Breadcrumb, type Crumb } from '@docfolio/ui/navigation/breadcrumb';
import { ArrowLeft, MessageSquare } from 'lucide-react';
import { listAddress } from '../posts/list-place.js';
import { PostDate } from '../posts/post-date.js';
import { TagList } from '../posts/tag-list.js';
import type { ShownPost } from '../requests.js';
import { LikeButton } from './like-button.js';
import { actionLook } from './post-action.js';
import { ShareButton } from './share-button.js';

/** Returns the breadcrumb of a post: home, blog, category, title (specification, section 2). */
export function crumbsOf({ title, category }: Pick<ShownPost, 'title' | 'category'>): Crumb[] {
  return [
    { label: 'Home', href: '/' },
    { label: 'Blog', href: listAddress({}) },
    { label: category, href: listAddress({ category }) },
    { label: title },
  ];
}

interface PostHeaderProps {
  post: ShownPost;
  /** DOM id of the comments section; undefined for a preview, which then shows no actions. */
  commentsId: string | undefined;
}

export function PostHeader({ post, commentsId }: PostHeaderProps) {
  return (
    <header>
      <div className="mb-5 flex items-center justify-between gap-6">
        <Breadcrumb
          items={crumbsOf(post)}
          renderLink={({ href, label }, className) => (
            <Link to={href} className={className}>
              {label}
            </Link>
          )}
        />
        <Link
          to={listAddress({})}
          className="touch-target -my-0.5 inline-flex shrink-0 items-center gap-1.5 rounded-bar font-book text-muted text-ui transition-colors hover:text-ink print:hidden"
        >
          <ArrowLeft aria-hidden size={14} strokeWidth={1.75} />
          Back
        </Link>
      </div>
      <h1 dir="auto" className="wrap-anywhere text-ink text-title max-md:text-title-sm">
        {post.title}
      </h1>
      <p dir="auto" className="wrap-anywhere mt-3 text-balance text-lede text-muted">
        {post.excerpt}
      </p>
      {post.tags.length > 0 && <TagList tags={post.tags} className="mt-4" />}
      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-line border-y py-2">
        <Facts post={post} />
        {commentsId && (
          <div className="flex items-center gap-7 max-md:w-full print:hidden">
            <LikeButton post={post} look="quiet" />
            <Link to={`#${commentsId}`} className={actionLook('quiet')}>
              <MessageSquare aria-hidden size={16} strokeWidth={1.75} />
              {post.comments_count}
              <span className="sr-only">{post.comments_count === 1 ? 'comment' : 'comments'}</span>
            </Link>
            <span className="max-md:ml-auto">
              <ShareButton post={post} look="quiet" />
            </span>
          </div>
        )}
      </div>
    </header>
  );
}

function Facts({ post: { category, published_at, read_time } }: { post: ShownPost }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-muted text-ui max-md:py-1.5">
      <Link
        to={listAddress({ category })}
        dir="auto"
        className="wrap-anywhere min-w-0 transition-colors hover:text-ink"
      >
        {category}
      </Link>
      <Dot />
      <PostDate date={published_at} />
      {read_time && (
        <>
          <Dot />
          <span dir="auto">{read_time}</span>
        </>
      )}
    </p>
  );
}

const Dot = () => (
  <span aria-hidden="true" className="text-line-field">
    ·
  </span>
);

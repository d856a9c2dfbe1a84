import type { PostSummary } from '@docfolio/contracts/entities/post';
import { Link } from '@docfolio/federation/router';
import { Skeleton } from '@docfolio/ui/display/skeleton';
import { useId } from 'react';
import { PostDate } from './post-date.js';
import { TagList } from './tag-list.js';

/** Maximum number of tags on a card (specification, section 9). */
const shownTags = 4;

export interface PostCardProps {
  post: PostSummary;
  heading: 'h2' | 'h3';
}

export function PostCard({ post, heading: Heading }: PostCardProps) {
  const id = useId();
  return (
    <Link
      to={`/blog/${post.slug}`}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}excerpt`}
      className={`${frame} border-line transition-colors hover:border-accent focus-visible:outline-offset-6`}
    >
      <p className="mono flex flex-wrap justify-between gap-x-4 text-faint text-mono">
        <span dir="auto" className="min-w-0 text-muted">
          {post.category}
        </span>
        <span>
          <PostDate date={post.published_at} short />
          {post.read_time && <bdi> · {post.read_time}</bdi>}
        </span>
      </p>
      <Heading id={`${id}title`} dir="auto" className="mt-3 text-card text-ink">
        {post.title}
      </Heading>
      <p id={`${id}excerpt`} dir="auto" className="mt-1 line-clamp-2 text-muted text-ui">
        {post.excerpt}
      </p>
      {post.tags.length > 0 && <TagList tags={post.tags.slice(0, shownTags)} className="mt-auto pt-3" />}
    </Link>
  );
}

const frame = 'flex h-full min-w-0 flex-col wrap-anywhere border-t pt-4 pb-7';

export function PostCardSkeleton() {
  return (
    <div className={`${frame} border-line`}>
      <div className="flex h-4 items-center justify-between">
        <Skeleton className="w-20" />
        <Skeleton className="w-36" />
      </div>
      <div className="mt-3 flex h-11 flex-col justify-around">
        <Skeleton className="w-11/12" />
        <Skeleton className="w-3/5" />
      </div>
      <div className="mt-1 flex h-10 flex-col justify-around">
        <Skeleton className="w-full" />
        <Skeleton className="w-4/5" />
      </div>
      <div className="flex h-7 items-end">
        <Skeleton className="mb-0.75 w-32" />
      </div>
    </div>
  );
}

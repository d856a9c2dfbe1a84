import { exactTimeOf, minuteOf } from '@docfolio/admin/records/record-texts';
import type { EditedPostSummary } from '@docfolio/contracts/entities/post';
import { classNames } from '@docfolio/ui/class-names';
import { Badge } from '@docfolio/ui/display/badge';
import { Star } from 'lucide-react';

export function FeaturedStar({ className }: { className?: string }) {
  return (
    <Star
      role="img"
      aria-label="Featured"
      size={12}
      strokeWidth={2}
      className={classNames('inline shrink-0 self-center fill-current align-[-1px] text-info', className)}
    />
  );
}

export function PostStatus({ post: { published, scheduled_at } }: { post: EditedPostSummary }) {
  if (published) return <Badge tone="success">Published</Badge>;
  if (!scheduled_at) return <Badge>Draft</Badge>;
  return <Badge tone="info">Scheduled</Badge>;
}

export function PostStatusCell({ post }: { post: EditedPostSummary }) {
  const { published, scheduled_at } = post;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PostStatus post={post} />
      {!published && scheduled_at && (
        <time dateTime={scheduled_at} title={exactTimeOf(scheduled_at)} className="mono truncate text-faint text-mono">
          {minuteOf(scheduled_at)}
        </time>
      )}
    </span>
  );
}

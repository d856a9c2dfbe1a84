import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import { classNames } from '@docfolio/ui/class-names';
import { Badge } from '@docfolio/ui/display/badge';
import { CornerDownRight } from 'lucide-react';
import { postPathOf } from './comment-kind.js';

export function CommentStatus({ comment: { is_approved, is_spam } }: { comment: ModeratedComment }) {
  if (is_spam) return <Badge tone="danger">Spam</Badge>;
  return is_approved ? <Badge tone="success">Approved</Badge> : <Badge tone="warning">Pending</Badge>;
}

/** Marks comments by the owner. */
export function AuthorMark({ comment: { by_author } }: { comment: ModeratedComment }) {
  return by_author ? (
    <Badge tone="info" mark="none">
      Author
    </Badge>
  ) : null;
}

interface PostLinkProps {
  comment: ModeratedComment;
  tone?: string;
  className?: string;
}

export function PostLink({ comment, tone = 'text-muted', className }: PostLinkProps) {
  const path = postPathOf(comment);
  if (!path) return <span className={classNames('text-faint', className)}>a deleted post</span>;
  const { title } = comment.post!;
  return (
    <a
      href={path}
      target="_blank"
      rel="noopener"
      title={title}
      className={classNames('rounded-bar underline-offset-3 hover:text-accent hover:underline', tone, className)}
    >
      {title}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

export function InReplyTo({ comment, className }: { comment: ModeratedComment; className?: string }) {
  const { in_reply_to, parent_comment_id } = comment;
  if (parent_comment_id === null) return null;
  return (
    <p className={classNames('flex min-w-0 items-center gap-1.5 text-caption text-faint', className)}>
      <CornerDownRight aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span className="min-w-0 truncate">
        {in_reply_to
          ? `In reply to ${in_reply_to.author_name}: ${in_reply_to.content}`
          : 'In reply to a deleted comment'}
      </span>
    </p>
  );
}

import type { Comment } from '@docfolio/contracts/entities/comment';
import { useState } from 'react';
import { PostDate } from '../posts/post-date.js';
import { QuietNote } from '../quiet-note.js';
import { CommentForm } from './comment-form.js';

export interface CommentThreadProps {
  postId: string;
  comment: Comment;
  replies: readonly Comment[];
  replying: boolean;
  onReply: () => void;
}

/** A top-level comment with its replies, and the reply form while `replying`. */
export function CommentThread({ postId, comment, replies, replying, onReply }: CommentThreadProps) {
  const [sent, setSent] = useState(false);
  // Replies cannot be replied to, even if their parent is no longer public and they are shown as a thread.
  const canReply = comment.parent_comment_id === null;
  return (
    <li className="py-6">
      <CommentText comment={comment} />
      {canReply && (
        <button
          type="button"
          aria-expanded={replying}
          onClick={onReply}
          className="touch-target mt-2 cursor-pointer rounded-bar font-book text-muted text-ui transition-colors hover:text-ink noscript:hidden print:hidden"
        >
          Reply
          <span className="sr-only"> to {comment.author_name}</span>
        </button>
      )}
      {(replies.length > 0 || replying || sent) && (
        <div className="mt-5 flex flex-col gap-6 border-line border-l pl-5">
          {replies.length > 0 && (
            <ul aria-label={`Replies to ${comment.author_name}`} className="flex flex-col gap-6">
              {replies.map((reply) => (
                <li key={reply.id}>
                  <CommentText comment={reply} />
                </li>
              ))}
            </ul>
          )}
          {sent && <QuietNote>Your reply is waiting to be read. It appears here once it is approved.</QuietNote>}
          {replying && (
            <CommentForm
              postId={postId}
              parentId={comment.id}
              label={`Reply to ${comment.author_name}`}
              onSent={() => {
                setSent(true);
                onReply();
              }}
            />
          )}
        </div>
      )}
    </li>
  );
}

function CommentText({ comment: { author_name, by_author, created_at, content } }: { comment: Comment }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2.5 text-ui">
        <span dir="auto" className="min-w-0 font-semibold text-ink wrap-anywhere">
          {author_name}
        </span>
        {by_author && (
          <span className="mono inline-flex h-5 items-center self-center rounded-badge bg-info-soft px-1.75 font-book text-info text-mono">
            Author
          </span>
        )}
        <span className="text-faint">
          <PostDate date={created_at} />
        </span>
      </p>
      <p dir="auto" className="mt-1.5 whitespace-pre-line text-body text-prose wrap-anywhere">
        {content}
      </p>
    </>
  );
}

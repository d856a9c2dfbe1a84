import type { Comment } from '@docfolio/contracts/entities/comment';
import { deleteDraft } from '@docfolio/public-forms/draft';
import { useFormOutcome } from '@docfolio/public-forms/form-outcome';
import { Button } from '@docfolio/ui/buttons/button';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { RotateCw } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useLoggedQuery } from '../posts/use-logged-query.js';
import { QuietNote } from '../quiet-note.js';
import { commentDraft, commentFormName } from './comment-fields.js';
import { CommentForm } from './comment-form.js';
import { commentsQuery } from './comment-queries.js';
import { CommentThread } from './comment-thread.js';

/** The comments section of a post, with the form for a new comment. Only one reply form is open at a time. */
export function Comments({ id, postId }: { id: string; postId: string }) {
  const { data, error, isFetching, refetch } = useLoggedQuery(
    'The comments of the post could not be loaded',
    commentsQuery(postId),
  );
  const [replyingTo, setReplyingTo] = useState<string | null>(null);
  const posted = useFormOutcome(commentFormName);
  const { outcome } = posted;
  const [sent, setSent] = useState(false);
  useEffect(() => {
    if (outcome?.kind === 'sent') deleteDraft(commentDraft(postId));
  }, [outcome, postId]);
  const titleId = useId();
  const comments = data?.items ?? [];
  return (
    <section aria-labelledby={titleId} id={id} className="mt-16 border-line border-t pt-8">
      <h2 id={titleId} className="text-h2 text-ink">
        Comments
        {comments.length > 0 && (
          <span className="mono ml-2.5 align-middle text-faint text-mono">{comments.length}</span>
        )}
      </h2>
      {!data && !error ? (
        <CommentsSkeleton />
      ) : (
        <Threads
          postId={postId}
          comments={comments}
          replyingTo={replyingTo}
          onReply={(id) => setReplyingTo(id === replyingTo ? null : id)}
        />
      )}
      {error && !data && (
        <p className="mt-2 flex items-center gap-3 text-faint text-ui">
          The comments could not be loaded.
          <Button
            size="sm"
            variant="ghost"
            busy={isFetching}
            icon={<RotateCw aria-hidden size={14} strokeWidth={1.75} />}
            onClick={() => void refetch()}
          >
            Retry
          </Button>
        </p>
      )}
      <h3 className="mt-10 mb-5 text-h3 text-ink print:hidden">Leave a comment</h3>
      {sent && (
        <QuietNote className="mb-5">Your comment is waiting to be read. It appears here once it is approved.</QuietNote>
      )}
      <CommentForm postId={postId} parentId={null} label="Comment" posted={posted} onSent={() => setSent(true)} />
    </section>
  );
}

interface ThreadsProps {
  postId: string;
  comments: readonly Comment[];
  replyingTo: string | null;
  onReply: (id: string) => void;
}

function Threads({ postId, comments, replyingTo, onReply }: ThreadsProps) {
  if (comments.length === 0) return <p className="mt-2 text-muted text-sub">No comments yet.</p>;
  const ids = new Set(comments.map(({ id }) => id));
  // A reply whose parent comment is no longer public is shown on the top level.
  const isTopLevel = ({ parent_comment_id: parent }: Comment) => parent === null || !ids.has(parent);
  return (
    <ul className="mt-2 divide-y divide-line">
      {comments.filter(isTopLevel).map((comment) => (
        <CommentThread
          key={comment.id}
          postId={postId}
          comment={comment}
          replies={comments.filter(({ parent_comment_id: parent }) => parent === comment.id)}
          replying={comment.id === replyingTo}
          onReply={() => onReply(comment.id)}
        />
      ))}
    </ul>
  );
}

function CommentsSkeleton() {
  const late = useDelayed(true);
  return (
    <div role="status" className="mt-6">
      <span className="sr-only">Loading comments</span>
      <div aria-hidden="true" className={late ? undefined : 'invisible'}>
        <Skeleton className="w-40" />
        <Skeleton className="mt-4 w-11/12" />
        <Skeleton className="mt-3 w-3/5" />
      </div>
    </div>
  );
}

import { useUnsentText } from '@docfolio/admin/records/use-unsent-text';
import { longTextLimit } from '@docfolio/contracts/core/text';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import { Button } from '@docfolio/ui/buttons/button';
import { Kbd } from '@docfolio/ui/keyboard/kbd';
import { useEffect, useRef } from 'react';
import { unanswerable } from './comment-kind.js';
import { useReply } from './use-reply.js';

interface ReplyBoxProps {
  comment: ModeratedComment;
  /** Whether to focus the text box, because Reply was pressed. */
  focused: boolean;
}

/** The reply box in a comment's drawer. Replying to a pending or spam comment also approves it. */
export function ReplyBox({ comment, focused }: ReplyBoxProps) {
  const reason = unanswerable(comment);
  if (reason) return <p className="border-line border-t pt-4 text-faint text-ui">{reason}</p>;
  return <Box key={comment.id} comment={comment} focused={focused} />;
}

function Box({ comment, focused }: ReplyBoxProps) {
  const { id, is_approved, is_spam } = comment;
  const [text, put] = useUnsentText(id);
  const { reply, sending } = useReply(comment);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!focused) return;
    // One frame later, because the drawer takes the focus when it opens.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [focused]);
  const empty = text.trim() === '';
  const send = async () => {
    if (empty || sending) return;
    if (await reply(text)) put('');
  };
  return (
    <form
      className="field-edge rounded-panel bg-canvas focus-within:outline-2 focus-within:outline-accent"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={field}
        aria-label="Reply"
        placeholder="Reply as the author…"
        value={text}
        maxLength={longTextLimit}
        rows={2}
        onChange={(event) => put(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void send();
        }}
        className="field-sizing-content block max-h-48 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 text-ink text-ui outline-none placeholder:text-faint max-md:text-input"
      />
      <div className="flex items-center justify-end gap-2 px-2 pb-2">
        <span aria-hidden="true" className="flex items-center gap-1 touch:hidden">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
        <Button type="submit" size="sm" busy={sending} disabled={empty}>
          {is_approved && !is_spam ? 'Reply' : 'Approve and reply'}
        </Button>
      </div>
    </form>
  );
}

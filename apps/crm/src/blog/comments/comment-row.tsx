import { RecordMenu } from '@docfolio/admin/records/record-menu';
import { TimeText } from '@docfolio/admin/records/time-text';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { classNames } from '@docfolio/ui/class-names';
import { Checkbox } from '@docfolio/ui/forms/checkbox';
import { quietIcons } from '@docfolio/ui/tables/quiet-icons';
import { CircleCheck, CircleDashed, OctagonAlert, Reply, Trash2, Undo2 } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { subjectOf } from './comment-kind.js';
import { AuthorMark, CommentStatus, InReplyTo, PostLink } from './comment-marks.js';
import { deleteCommentItem, markItems } from './comment-menu.js';
import type { CommentActions } from './use-comment-actions.js';

/** CSS grid of rows and head: selection, comment, status, date, actions; no date below 75rem, no status on phones. */
export const commentColumns =
  'grid grid-cols-[3.5rem_minmax(0,1fr)_6.75rem_7.75rem_9rem] max-xl:grid-cols-[3.5rem_minmax(0,1fr)_6.75rem_9rem] max-md:grid-cols-[3rem_minmax(0,1fr)_2.75rem]';

export interface CommentRowProps {
  comment: ModeratedComment;
  href: string;
  open: boolean;
  chosen: boolean;
  busy: boolean;
  actions: CommentActions;
  /** The handlers must be stable: rows are memoised. */
  onOpen: (comment: ModeratedComment) => void;
  onReply: (comment: ModeratedComment) => void;
  onChoose: (comment: ModeratedComment) => void;
}

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const;

export const CommentRow = memo(
  function CommentRow(props: CommentRowProps) {
    const { comment, open, chosen, onChoose } = props;
    return (
      <li
        data-row={comment.id}
        data-selected={open || undefined}
        className={classNames(
          commentColumns,
          'group/row relative scroll-mt-10 cursor-pointer items-start border-hairline border-b py-3 [contain-intrinsic-size:auto_90px] [content-visibility:auto] hover:bg-hover has-[[data-state=open]]:bg-hover',
          'data-selected:bg-select has-[[data-row-open]:focus-visible]:bg-select before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent before:opacity-0 data-selected:before:opacity-100 has-[[data-row-open]:focus-visible]:before:opacity-100',
        )}
      >
        <div className="grid h-5 items-center pl-6 max-md:pl-4">
          <Checkbox
            aria-label={`Select ${subjectOf(comment)}`}
            aria-keyshortcuts="X"
            data-shortcut="x"
            checked={chosen}
            onCheckedChange={() => onChoose(comment)}
          />
        </div>
        <Body {...props} />
        <div className="flex h-5 items-center px-3 max-md:hidden">
          <CommentStatus comment={comment} />
        </div>
        <div className="flex h-5 items-center px-3 whitespace-nowrap text-muted max-xl:hidden">
          <TimeText at={comment.created_at} />
        </div>
        <Actions {...props} />
      </li>
    );
  },
  (before, now) =>
    before.comment === now.comment &&
    before.href === now.href &&
    before.open === now.open &&
    before.chosen === now.chosen &&
    before.busy === now.busy,
);

function Body({ comment, href, onOpen }: CommentRowProps) {
  const { author_name, author_email, content, created_at } = comment;
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(comment);
  };
  return (
    <div className="min-w-0">
      <div className="flex min-w-0 items-center gap-2 text-ui">
        <a
          href={href}
          data-row-open=""
          dir="auto"
          title={author_email ?? undefined}
          onClick={follow}
          className="max-w-1/2 shrink-0 truncate rounded-bar font-medium text-ink outline-offset-3 max-md:text-button"
        >
          {author_name}
        </a>
        <AuthorMark comment={comment} />
        <span className="flex min-w-0 gap-1.5 text-faint max-md:hidden">
          on
          <PostLink comment={comment} className="truncate" />
        </span>
        <TimeText at={created_at} className="mono shrink-0 text-faint text-mono max-md:hidden xl:hidden" />
      </div>
      <InReplyTo comment={comment} className="mt-0.5" />
      <p
        dir="auto"
        className="mt-0.5 line-clamp-2 text-muted text-ui [overflow-wrap:anywhere] [text-align:match-parent]"
      >
        {content}
      </p>
      <div className="mt-1.5 flex min-w-0 items-center gap-2.5 text-faint text-ui md:hidden">
        <CommentStatus comment={comment} />
        <TimeText at={created_at} as="short" className="mono shrink-0 text-mono" />
        <PostLink comment={comment} className="truncate" />
      </div>
    </div>
  );
}

function Actions({ comment, busy, actions, onReply }: CommentRowProps) {
  const { is_approved, is_spam } = comment;
  const subject = subjectOf(comment);
  const label = is_spam ? 'Not spam' : is_approved ? 'Unapprove' : 'Approve';
  const Icon = is_spam ? Undo2 : is_approved ? CircleDashed : CircleCheck;
  return (
    <>
      <div className={`-my-1 flex items-center justify-end pr-4 max-md:hidden ${quietIcons}`}>
        <IconButton
          label={`${label}: ${subject}`}
          shortcut="A"
          size="sm"
          busy={busy}
          onClick={() => (is_spam ? actions.setSpam(comment, false) : actions.setApproved(comment, !is_approved))}
        >
          <Icon {...icon} />
        </IconButton>
        <IconButton label={`Reply: ${subject}`} shortcut="R" size="sm" onClick={() => onReply(comment)}>
          <Reply {...icon} />
        </IconButton>
        {!is_spam && (
          <IconButton
            label={`Mark as spam: ${subject}`}
            shortcut="S"
            size="sm"
            aria-disabled={busy}
            onClick={() => actions.setSpam(comment, true)}
          >
            <OctagonAlert {...icon} />
          </IconButton>
        )}
        <IconButton label={`Delete: ${subject}`} size="sm" aria-disabled={busy} onClick={() => actions.remove(comment)}>
          <Trash2 {...icon} />
        </IconButton>
      </div>
      <div className="-my-2.5 md:hidden">
        <RecordMenu
          label={`Actions for ${subject}`}
          className="size-11"
          busy={busy}
          groups={[
            [{ label: 'Reply', icon: Reply, onSelect: () => onReply(comment) }, ...markItems(comment, actions)],
            [deleteCommentItem(comment, actions)],
          ]}
        />
      </div>
    </>
  );
}

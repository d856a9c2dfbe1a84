import { LongText } from '@docfolio/admin/records/long-text';
import { RecordDrawer } from '@docfolio/admin/records/record-drawer';
import { TimeText } from '@docfolio/admin/records/time-text';
import type { RecordPageState } from '@docfolio/admin/records/use-record-page';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import { Button } from '@docfolio/ui/buttons/button';
import { DrawerSection, FieldList, FieldRow } from '@docfolio/ui/display/field-list';
import { CircleCheck } from 'lucide-react';
import { AuthorMark, CommentStatus, PostLink } from './comment-marks.js';
import { markItems } from './comment-menu.js';
import { ReplyBox } from './reply-box.js';
import type { CommentActions } from './use-comment-actions.js';

interface CommentDrawerProps {
  page: RecordPageState<ModeratedComment>;
  actions: CommentActions;
  /** Id of the comment whose Reply button was pressed: its reply box takes the focus. */
  replyingTo: string | undefined;
}

export function CommentDrawer({ page, actions, replyingTo }: CommentDrawerProps) {
  return (
    <RecordDrawer
      page={page}
      render={(comment) => ({
        action: !(comment.is_approved || comment.is_spam) && (
          <Button
            size="sm"
            variant="primary"
            data-shortcut="a"
            aria-keyshortcuts="A"
            icon={<CircleCheck aria-hidden size={16} strokeWidth={1.75} />}
            busy={actions.busy.has(comment.id)}
            onClick={() => actions.setApproved(comment, true)}
          >
            Approve
          </Button>
        ),
        items: markItems(comment, actions),
        children: <Details comment={comment} />,
        footer: <ReplyBox comment={comment} focused={replyingTo === comment.id} />,
      })}
    />
  );
}

function Details({ comment }: { comment: ModeratedComment }) {
  const { author_email, content, created_at, in_reply_to, parent_comment_id } = comment;
  return (
    <>
      <FieldList className="mt-5">
        <FieldRow name="Status">
          <span className="flex flex-wrap gap-1.5">
            <CommentStatus comment={comment} />
            <AuthorMark comment={comment} />
          </span>
        </FieldRow>
        <FieldRow name="Post">
          <PostLink comment={comment} tone="text-ink" />
        </FieldRow>
        <FieldRow name="Email">
          {author_email && (
            <a href={`mailto:${author_email}`} className="rounded-bar hover:text-accent">
              {author_email}
            </a>
          )}
        </FieldRow>
        <FieldRow name="Created" mono>
          <TimeText at={created_at} as="minute" />
        </FieldRow>
      </FieldList>
      {parent_comment_id && (
        <DrawerSection title="In reply to">
          {in_reply_to ? (
            <blockquote className="border-line-strong border-l-2 pl-3">
              <p className="mb-1 font-medium text-ink text-ui">{in_reply_to.author_name}</p>
              <LongText text={in_reply_to.content} fallback="" />
            </blockquote>
          ) : (
            <p className="text-faint text-ui">A comment that has been deleted.</p>
          )}
        </DrawerSection>
      )}
      <DrawerSection title="Comment">
        <LongText text={content} fallback="" />
      </DrawerSection>
    </>
  );
}

import { PageHead } from '@docfolio/admin/records/page-head';
import { RecordToolbar } from '@docfolio/admin/records/record-toolbar';
import type { ListState } from '@docfolio/admin/records/use-list-state';
import { useRecordPage } from '@docfolio/admin/records/use-record-page';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { commentSorts, type ModeratedComment } from '@docfolio/contracts/entities/comment';
import { Chip } from '@docfolio/ui/buttons/chip';
import { useState } from 'react';
import { BlogTabs } from '../posts/blog-tabs.js';
import { CommentDrawer } from './comment-drawer.js';
import { commentKind } from './comment-kind.js';
import { CommentList } from './comment-list.js';
import { useCommentActions } from './use-comment-actions.js';
import { useModeration } from './use-moderation.js';
import { useSelection } from './use-selection.js';

const statuses = [
  { value: undefined, label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'spam', label: 'Spam' },
] as const;

const parameters = { status: ['pending', 'approved', 'spam'] };

export default function CommentListPage() {
  const page = useRecordPage(commentKind, { sorts: commentSorts, parameters });
  const { opened, state, list } = page;
  const actions = useCommentActions(page);
  const moderation = useModeration();
  const selection = useSelection(list.rows);
  const [replyingTo, setReplyingTo] = useState<string>();
  const reply = useStableHandler((comment: ModeratedComment) => {
    setReplyingTo(comment.id);
    opened.open(comment);
  });
  const open = useStableHandler((comment: ModeratedComment) => {
    setReplyingTo(undefined);
    opened.open(comment);
  });
  const drawn = { ...opened, open };

  return (
    <>
      <BlogTabs />
      <PageHead title={commentKind.title} count={list.total} />
      <RecordToolbar kind={commentKind} list={state}>
        <StatusChips state={state} />
      </RecordToolbar>
      <CommentList
        list={list}
        state={state}
        opened={drawn}
        actions={actions}
        selection={selection}
        moderation={moderation}
        onReply={reply}
      />
      <CommentDrawer page={{ ...page, opened: drawn }} actions={actions} replyingTo={replyingTo} />
    </>
  );
}

function StatusChips({ state: { query, change } }: { state: ListState }) {
  return (
    <fieldset className="flex min-w-0 gap-1 max-md:w-full">
      <legend className="sr-only">Status</legend>
      {statuses.map(({ value, label }) => (
        <Chip
          key={label}
          selected={query.status === value}
          onClick={() => change({ status: value })}
          className="max-md:grow max-md:justify-center"
        >
          {label}
        </Chip>
      ))}
    </fieldset>
  );
}

import { RecordListEnd } from '@docfolio/admin/records/record-list-end';
import type { ListState } from '@docfolio/admin/records/use-list-state';
import type { OpenRecord } from '@docfolio/admin/records/use-open-record';
import type { RecordListQuery } from '@docfolio/admin/records/use-record-list';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { KeyHints } from '@docfolio/ui/keyboard/key-hints';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { FadedState, WaitingLine } from '@docfolio/ui/tables/data-table-states';
import { useKeptPlace } from '@docfolio/ui/tables/use-kept-place';
import { useTableNavigation } from '@docfolio/ui/tables/use-table-navigation';
import { MessageCircle, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { commentKind } from './comment-kind.js';
import { CommentListHead } from './comment-list-head.js';
import { CommentRow, commentColumns } from './comment-row.js';
import type { CommentActions } from './use-comment-actions.js';
import type { Moderating } from './use-moderation.js';
import type { Selection } from './use-selection.js';

interface CommentListProps {
  list: RecordListQuery<ModeratedComment>;
  state: ListState;
  opened: OpenRecord<ModeratedComment>;
  actions: CommentActions;
  selection: Selection<ModeratedComment>;
  moderation: Moderating;
  onReply: (comment: ModeratedComment) => void;
}

const hints = [
  { keys: ['X'], label: 'Select' },
  { keys: ['A'], label: 'Approve' },
  { keys: ['R'], label: 'Reply' },
  { keys: ['S'], label: 'Spam' },
];

export function CommentList({ list, state, opened, actions, selection, moderation, onReply }: CommentListProps) {
  const { rows, data, failed } = list;
  const region = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(phoneQuery);
  useTableNavigation(region, opened.id);
  useKeptPlace(
    region,
    rows.map(({ id }) => id),
  );
  return (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <WaitingLine waiting={list.isPlaceholderData && list.isFetching} />
      <div
        ref={region}
        aria-busy={list.isPending || list.isFetchingNextPage || undefined}
        className={classNames('relative min-h-0 grow', !phone && 'overflow-auto')}
      >
        {failed && rows.length > 0 && <FailedAgain list={list} />}
        {rows.length > 0 && (
          <>
            <CommentListHead selection={selection} moderation={moderation} spam={state.query.status === 'spam'} />
            <ul aria-label="Comments" data-row-actions="">
              {rows.map((comment) => (
                <CommentRow
                  key={comment.id}
                  comment={comment}
                  href={opened.hrefOf(comment)}
                  open={comment.id === opened.id}
                  chosen={selection.has(comment)}
                  busy={actions.busy.has(comment.id)}
                  actions={actions}
                  onOpen={opened.open}
                  onReply={onReply}
                  onChoose={selection.toggle}
                />
              ))}
            </ul>
          </>
        )}
        {!data && !failed && <Waiting />}
        {rows.length === 0 && (data || failed) && (
          <FadedState phone={phone}>
            {failed ? (
              <ErrorState
                title={commentKind.words.fetchFailed}
                detail="The server did not respond. Nothing was changed."
                onRetry={() => void list.refetch()}
                retrying={list.isFetching}
              />
            ) : (
              <None state={state} />
            )}
          </FadedState>
        )}
        <RecordListEnd list={list} region={phone ? null : region} />
      </div>
      {rows.length > 0 && <KeyHints hints={hints} />}
    </div>
  );
}

function FailedAgain({ list }: Pick<CommentListProps, 'list'>) {
  return (
    <div
      role="alert"
      className="flex h-11 items-center gap-3 border-line border-t px-6 text-danger text-ui max-md:px-4"
    >
      {commentKind.words.fetchFailed}
      <Button size="sm" busy={list.isFetching} onClick={() => void list.refetch()}>
        Retry
      </Button>
    </div>
  );
}

/** Keys of the five placeholder rows (specification, section 9). */
const places = [0, 1, 2, 3, 4];

function Waiting() {
  const late = useDelayed(true);
  return (
    <div role="status">
      <span className="sr-only">Loading comments</span>
      <div aria-hidden="true" className={late ? 'border-line border-t' : 'invisible'}>
        {places.map((place) => (
          <div
            key={place}
            style={{ opacity: 1 - place * 0.17 }}
            className={classNames(commentColumns, 'h-22 border-hairline border-b py-4')}
          >
            <span />
            <div className="flex flex-col gap-3">
              <Skeleton className="w-40" />
              <Skeleton className="w-11/12" />
              <Skeleton className="w-3/5" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

const none: Record<string, { title: string; detail: string }> = {
  pending: { title: 'No pending comments', detail: 'All comments have been reviewed.' },
  approved: { title: 'No approved comments', detail: 'Comments that you approve appear here and under their posts.' },
  spam: { title: 'No spam', detail: 'Comments that you or the form marked as spam appear here.' },
};

function None({ state: { query, narrowed, clear } }: Pick<CommentListProps, 'state'>) {
  const Icon = query.search ? SearchX : MessageCircle;
  const words = query.search
    ? { title: 'No comments match', detail: `Nothing was found for “${query.search}” with these filters.` }
    : (none[query.status ?? ''] ?? {
        title: 'No comments yet',
        detail: 'Comments on your posts wait here for your approval.',
      });
  return (
    <div role="status">
      <EmptyState
        icon={<Icon size={20} strokeWidth={1.75} />}
        {...words}
        action={
          narrowed && (
            <Button size="sm" onClick={clear}>
              {query.search ? 'Clear' : 'Show all comments'}
            </Button>
          )
        }
      />
    </div>
  );
}

import { RecordListEnd } from '@docfolio/admin/records/record-list-end';
import type { ListState } from '@docfolio/admin/records/use-list-state';
import type { RecordListQuery } from '@docfolio/admin/records/use-record-list';
import type { ManagedBookmark } from '@docfolio/contracts/entities/bookmark';
import { Button } from '@docfolio/ui/buttons/button';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { Bookmark, SearchX } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { BookmarkCard, BookmarkCardSkeleton } from './bookmark-card.js';
import { bookmarkKind, categoryOptions } from './bookmark-kind.js';
import { useCardKeys } from './use-card-keys.js';

interface BookmarkCardsProps {
  list: RecordListQuery<ManagedBookmark>;
  state: ListState;
  busy: ReadonlySet<string>;
  onEdit: (bookmark: ManagedBookmark) => void;
  onDelete: (bookmark: ManagedBookmark) => void;
  /** The button shown while there are no bookmarks. */
  add: ReactNode;
}

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,18.5rem),1fr))] gap-4';

export function BookmarkCards({ list, state, busy, onEdit, onDelete, add }: BookmarkCardsProps) {
  const region = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(phoneQuery);
  const { data, rows, failed } = list;
  useCardKeys(region);
  const failure = failed && (
    <ErrorState
      className={data ? 'pb-6' : 'pt-16'}
      title={bookmarkKind.words.fetchFailed}
      detail="The server did not respond. Nothing was changed."
      retrying={list.isFetching}
      onRetry={() => void list.refetch()}
    />
  );
  return (
    <div
      ref={region}
      aria-busy={(!data && !failed) || list.isFetchingNextPage || undefined}
      className="relative min-h-0 grow border-line border-t px-6 pt-5 pb-8 max-md:px-4 md:overflow-y-auto"
    >
      {failure}
      {!data && !failed && <Waiting />}
      {data && rows.length === 0 && !failed && <None state={state} add={add} />}
      {rows.length > 0 && (
        <ul aria-label="Bookmarks" className={grid}>
          {rows.map((bookmark) => (
            <li
              key={bookmark.id}
              className="min-w-0 scroll-my-5 [contain-intrinsic-size:auto_180px] [content-visibility:auto]"
            >
              <BookmarkCard bookmark={bookmark} busy={busy.has(bookmark.id)} onEdit={onEdit} onDelete={onDelete} />
            </li>
          ))}
        </ul>
      )}
      <RecordListEnd list={list} region={phone ? null : region} className="h-15" />
    </div>
  );
}

/** Keys of the six placeholders (specification, section 9). */
const places = ['a', 'b', 'c', 'd', 'e', 'f'];

function Waiting() {
  const late = useDelayed(true);
  return (
    <div role="status">
      <span className="sr-only">Loading bookmarks</span>
      <div aria-hidden="true" className={`${grid} ${late ? '' : 'invisible'}`}>
        {places.map((place) => (
          <BookmarkCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}

function None({ state: { query, narrowed, clear }, add }: { state: ListState; add: ReactNode }) {
  const category = categoryOptions.find(({ value }) => value === query.category)?.label;
  const Icon = narrowed ? SearchX : Bookmark;
  return (
    <div role="status">
      <EmptyState
        className="pt-16"
        icon={<Icon size={20} strokeWidth={1.75} />}
        title="No bookmarks found"
        detail={
          query.search
            ? `No bookmarks match "${query.search}"`
            : category
              ? `No bookmarks in ${category}`
              : 'Get started by creating your first bookmark'
        }
        action={
          narrowed ? (
            <Button size="sm" onClick={clear}>
              Clear
            </Button>
          ) : (
            add
          )
        }
      />
    </div>
  );
}

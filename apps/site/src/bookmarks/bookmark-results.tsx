import type { Bookmark } from '@docfolio/contracts/entities/bookmark';
import { Button } from '@docfolio/ui/buttons/button';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import type { UseQueryResult } from '@tanstack/react-query';
import { Bookmark as BookmarkIcon, SearchX } from 'lucide-react';
import { BookmarkCard, BookmarkCardSkeleton } from './bookmark-card.js';
import { type BookmarkPlace, labelOf } from './bookmark-place.js';
import { matchingBookmarks } from './matching-bookmarks.js';

export interface BookmarkResultsProps {
  place: BookmarkPlace;
  query: UseQueryResult<{ items: Bookmark[] }, Error>;
  onClear: () => void;
}

/** The bookmarks of a tab and a search: featured ones, then all. Else a skeleton, an error or an empty state. */
export function BookmarkResults({ place, query, onClear }: BookmarkResultsProps) {
  const { data, error, isFetching, refetch } = query;
  if (!data && error) {
    return (
      <ErrorState
        title="Failed to fetch bookmarks"
        detail="The rest of the site works. Another try may help."
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="border-line border-t py-24"
      />
    );
  }
  if (!data) return <Waiting />;
  const found = matchingBookmarks(data.items, place);
  return (
    <>
      <p role="status" className="sr-only">
        {found.length === 1 ? '1 bookmark' : `${found.length} bookmarks`}
      </p>
      {found.length > 0 ? (
        <Sections found={found} />
      ) : (
        <None place={place} any={data.items.length > 0} onClear={onClear} />
      )}
    </>
  );
}

function Sections({ found }: { found: readonly Bookmark[] }) {
  const featured = found.filter(({ is_featured }) => is_featured);
  return (
    <>
      {featured.length > 0 && <Section id="featured" title="Featured" bookmarks={featured} />}
      <Section id="all-bookmarks" title="All Bookmarks" bookmarks={found} />
    </>
  );
}

const grid = 'mt-5 grid gap-x-10 @min-[40rem]:grid-cols-2 @min-[60rem]:grid-cols-3';
const section = 'mt-9 first-of-type:mt-0';

function Section({ id, title, bookmarks }: { id: string; title: string; bookmarks: readonly Bookmark[] }) {
  return (
    <section aria-labelledby={id} className={section}>
      <div className="flex items-baseline gap-2.5">
        <h2 id={id} className="text-h2 text-ink">
          {title}
        </h2>
        <span aria-hidden className="mono text-faint text-mono">
          {bookmarks.length}
        </span>
      </div>
      <ul className={grid}>
        {bookmarks.map((bookmark) => (
          <li key={bookmark.id} className="min-w-0">
            <BookmarkCard bookmark={bookmark} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const sixPlaces = ['a', 'b', 'c', 'd', 'e', 'f'];

function Waiting() {
  const late = useDelayed(true);
  return (
    <div role="status">
      <span className="sr-only">Loading bookmarks</span>
      <div aria-hidden="true" className={late ? undefined : 'invisible'}>
        {[sixPlaces.slice(0, 3), sixPlaces].map((places) => (
          <section key={places.length} className={section}>
            <div className="flex h-7.5 items-center">
              <Skeleton className="w-32" />
            </div>
            <div className={grid}>
              {places.map((place) => (
                <BookmarkCardSkeleton key={place} />
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

function None({ place, any, onClear }: { place: BookmarkPlace; any: boolean; onClear: () => void }) {
  const { tab, search } = place;
  const where = tab === 'all' ? '' : ` in ${labelOf(tab)}`;
  return (
    <EmptyState
      icon={any ? <SearchX size={20} strokeWidth={1.75} /> : <BookmarkIcon size={20} strokeWidth={1.75} />}
      title="No bookmarks found"
      detail={
        any
          ? `Nothing${where} ${search ? `matches “${search}”` : 'has been collected yet'}.`
          : 'Nothing has been collected yet.'
      }
      action={
        any && (
          <Button size="sm" onClick={onClear}>
            Show all bookmarks
          </Button>
        )
      }
      className="border-line border-t py-24"
    />
  );
}

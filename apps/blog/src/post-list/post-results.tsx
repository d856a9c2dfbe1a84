import type { PostSummary } from '@docfolio/contracts/entities/post';
import { Link } from '@docfolio/federation/router';
import { useDelayed } from '@docfolio/ui/display/skeleton';
import { Pagination, type PaginationLink } from '@docfolio/ui/navigation/pagination';
import { ErrorState } from '@docfolio/ui/states/error-state';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type ListPlace, listAddress } from '../posts/list-place.js';
import { PostCard, PostCardSkeleton } from '../posts/post-card.js';
import { NoPosts } from './no-posts.js';

export interface PostPage {
  items: PostSummary[];
  total: number;
  page: number;
  page_size: number;
}

export interface PostResultsProps {
  place: ListPlace;
  list: UseQueryResult<PostPage, Error>;
}

const grid = 'grid gap-x-10 @min-[40rem]:grid-cols-2 @min-[60rem]:grid-cols-3';
const skeletons = Array.from({ length: 9 }, (_, place) => place);

export function PostResults({ place, list }: PostResultsProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  const region = useRef<HTMLElement>(null);
  useFocusOnNewPage(region, place);
  return (
    <section ref={region} aria-label="Posts" tabIndex={-1} aria-busy={isFetching} className="@container scroll-mt-20">
      <p role="status" className="sr-only">
        {data && !isPlaceholderData && summaryOf(place, data)}
      </p>
      {data ? (
        <div className={isPlaceholderData ? 'opacity-45 transition-opacity delay-150' : undefined}>
          <Posts place={place} list={data} />
        </div>
      ) : error ? (
        <ErrorState
          title="Failed to load the posts"
          detail="The rest of the site works. Another try may help."
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="border-line border-t py-24"
        />
      ) : (
        <ResultsSkeleton />
      )}
    </section>
  );
}

function Posts({ place, list: { items, total, page_size } }: { place: ListPlace; list: PostPage }) {
  if (items.length === 0) return <NoPosts place={place} pages={Math.ceil(total / page_size)} />;
  return (
    <>
      <ul className={grid}>
        {items.map((post) => (
          <li key={post.id} className="min-w-0">
            <PostCard post={post} heading="h2" />
          </li>
        ))}
      </ul>
      <Pagination
        label="Pages of posts"
        page={place.page}
        total={total}
        pageSize={page_size}
        hrefOf={(page) => listAddress({ ...place, page })}
        renderLink={routed}
        className="border-line border-t pt-6"
      />
    </>
  );
}

const routed = ({ href, ...link }: PaginationLink) => <Link to={href} {...link} />;

function ResultsSkeleton() {
  const late = useDelayed(true);
  return (
    <div role="status">
      <span className="sr-only">Loading posts</span>
      <div aria-hidden="true" className={`${grid} ${late ? '' : 'invisible'}`}>
        {skeletons.map((place) => (
          <PostCardSkeleton key={place} />
        ))}
      </div>
    </div>
  );
}

function summaryOf({ page }: ListPlace, { total, page_size }: PostPage): string {
  const posts = total === 1 ? '1 post' : `${total} posts`;
  return total > page_size ? `${posts}, page ${page} of ${Math.ceil(total / page_size)}` : posts;
}

/** Scrolls to the list and focuses it when only the page number changes, which the shell does not handle. */
function useFocusOnNewPage(region: { current: HTMLElement | null }, { page, category, search }: ListPlace) {
  const shown = useRef({ page, category, search });
  useEffect(() => {
    const last = shown.current;
    shown.current = { page, category, search };
    // A changed category or search keeps the focus in its control.
    if (last.page === page || last.category !== category || last.search !== search) return;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView();
  }, [region, page, category, search]);
}

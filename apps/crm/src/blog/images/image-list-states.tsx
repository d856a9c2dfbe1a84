import { Button } from '@docfolio/ui/buttons/button';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { Spinner } from '@docfolio/ui/display/spinner';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { useLoadMore } from '@docfolio/ui/tables/use-load-more';
import { Image as ImageIcon, RefreshCw } from 'lucide-react';
import type { ImageList } from './use-image-list.js';

export function ImageListHead({ title, list }: { title: string; list: ImageList }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <h3 className="text-muted text-ui">{title}</h3>
      <button
        type="button"
        aria-busy={list.isRefetching || undefined}
        onClick={() => void list.refetch()}
        className="touch-target flex h-8 cursor-pointer items-center gap-1.75 rounded-control text-muted text-ui transition-colors hover:text-ink"
      >
        {list.isRefetching ? <Spinner size={14} /> : <RefreshCw aria-hidden size={14} strokeWidth={1.75} />}
        Refresh
      </button>
    </div>
  );
}

const places = ['a', 'b', 'c', 'd'];

/** The state of an image grid without images: loading, failed or empty. */
export function NoImages({ list, grid }: { list: ImageList; grid: string }) {
  const late = useDelayed(list.isPending);
  if (list.isError)
    return (
      <ErrorState
        className="py-6"
        title="Failed to load images"
        detail="The server did not respond."
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  if (list.isPending)
    return (
      <div role="status">
        <span className="sr-only">Loading images</span>
        <div aria-hidden="true" className={`${grid} ${late ? '' : 'invisible'}`}>
          {places.map((place) => (
            <div key={place}>
              <div className="aspect-[20/9] rounded-control bg-select" />
              <Skeleton className="mt-2.5 w-4/5" />
              <Skeleton className="mt-1.5 w-2/5" />
            </div>
          ))}
        </div>
      </div>
    );
  return (
    <EmptyState
      className="py-6"
      icon={<ImageIcon size={20} strokeWidth={1.75} />}
      title="No images uploaded yet"
      detail="Upload your first image to get started"
    />
  );
}

/** The end of an image grid, which loads older images. */
export function OlderImages({ list }: { list: ImageList }) {
  const { hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError, rows } = list;
  const end = useLoadMore({
    region: null,
    onLoadMore: hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? () => void fetchNextPage() : undefined,
    loaded: rows.length,
  });
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="grid h-12 place-items-center text-faint">
      {isFetchingNextPage ? (
        <Spinner />
      ) : (
        <Button size="sm" variant="ghost" onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? 'More images could not be loaded. Retry' : 'Show older images'}
        </Button>
      )}
    </div>
  );
}

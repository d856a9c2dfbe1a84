import type { RefObject } from 'react';
import { Button } from './button.js';
import { classNames } from './class-names.js';
import { Spinner } from './spinner.js';
import { useLoadMore } from './use-load-more.js';

export interface ListEndProps {
  /** What scrolls; null means the page. */
  region: RefObject<HTMLElement | null> | null;
  /** Rows that are there. */
  loaded: number;
  loading: boolean;
  /** Why the next ones did not come: said in place of asking again by itself. */
  error: string | null | undefined;
  onLoadMore: () => void;
  className?: string;
}

/** The end of a list that goes on: asks for what follows as it comes near, and says when that failed. */
export function ListEnd({ region, loaded, loading, error, onLoadMore, className = 'h-11' }: ListEndProps) {
  const end = useLoadMore({ region, loaded, onLoadMore: loading || error ? undefined : onLoadMore });
  return (
    <div ref={end} className={classNames('grid place-items-center text-faint text-ui', className)}>
      {error ? (
        <span className="flex items-center gap-3 text-danger">
          {error}
          <Button size="sm" onClick={onLoadMore}>
            Retry
          </Button>
        </span>
      ) : (
        loading && <Spinner />
      )}
    </div>
  );
}

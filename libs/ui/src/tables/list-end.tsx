import type { RefObject } from 'react';
import { Button } from '../buttons/button.js';
import { classNames } from '../class-names.js';
import { Spinner } from '../display/spinner.js';
import { useLoadMore } from './use-load-more.js';

export interface ListEndProps {
  region: RefObject<HTMLElement | null> | null;
  loaded: number;
  loading: boolean;
  error: string | null | undefined;
  onLoadMore: () => void;
  className?: string;
}

/** The end of a list: loads more when it comes near the visible part of `region` (null: the page), or shows `error`. */
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

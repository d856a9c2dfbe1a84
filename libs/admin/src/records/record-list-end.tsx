import { ListEnd } from '@docfolio/ui/tables/list-end';
import type { RefObject } from 'react';
import type { CrmRecord } from './record-kind.js';
import type { RecordListQuery } from './use-record-list.js';

interface RecordListEndProps<R extends CrmRecord> {
  list: RecordListQuery<R>;
  /** The element that scrolls; null: the page. */
  region: RefObject<HTMLElement | null> | null;
  className?: string;
}

/** The end of a list of cards or rows, which loads more. Renders nothing if there is no more. */
export function RecordListEnd<R extends CrmRecord>({ list, region, className }: RecordListEndProps<R>) {
  if (list.rows.length === 0 || !list.hasNextPage) return null;
  return (
    <ListEnd
      region={region}
      loaded={list.rows.length}
      loading={list.isFetchingNextPage}
      error={list.moreFailed}
      onLoadMore={() => void list.fetchNextPage()}
      className={className}
    />
  );
}

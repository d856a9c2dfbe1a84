import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import type { KeyHint } from '@docfolio/ui/keyboard/key-hints';
import type { StateProps } from '@docfolio/ui/states/empty-state';
import { type Column, DataTable, type PhoneRowParts, type Sort } from '@docfolio/ui/tables/data-table';
import type { ReactNode } from 'react';
import type { CrmRecord, RecordKind } from './record-kind.js';
import type { ListState } from './use-list-state.js';
import type { OpenRecord } from './use-open-record.js';
import type { RecordListQuery } from './use-record-list.js';

interface RecordTableProps<R extends CrmRecord> {
  kind: RecordKind<R>;
  list: RecordListQuery<R>;
  state: ListState;
  opened: OpenRecord<R>;
  columns: readonly Column<R>[];
  rowActions: (record: R) => ReactNode;
  actionsWidth?: number;
  phoneRow: (record: R) => PhoneRowParts;
  loadingText?: string;
  /** Shown if there are no records at all, with the kind's icon. */
  empty: Omit<StateProps, 'icon'>;
  /** Title if search and filters match nothing. Default: 'No clients match'. */
  noMatchTitle?: string;
  keyHints?: readonly KeyHint[];
}

/** The table of a kind's records with its states: loading, empty, no match, failed. `state`: order and filters. */
export function RecordTable<R extends CrmRecord>(props: RecordTableProps<R>) {
  const { kind, list, state, opened, phoneRow, keyHints = [], noMatchTitle = `No ${kind.many} match` } = props;
  const { query, narrowed, change, clear } = state;
  const phone = useMediaQuery(phoneQuery);
  return (
    <DataTable
      label={kind.title}
      columns={props.columns}
      rows={list.data && list.rows}
      rowId={(record) => record.id}
      rowHref={opened.hrefOf}
      onOpen={opened.open}
      selectedId={opened.id}
      sort={sortOf(query.sort)}
      onSort={(sort) => change({ sort: `${sort.direction === 'desc' ? '-' : ''}${sort.key}` })}
      rowActions={props.rowActions}
      actionsWidth={props.actionsWidth}
      loadingText={props.loadingText}
      empty={{ icon: <kind.icon size={20} strokeWidth={1.75} />, ...props.empty }}
      noMatch={narrowed ? { title: noMatchTitle, detail: noMatchDetail(query.search), onClear: clear } : undefined}
      error={
        list.failed
          ? {
              title: kind.words.fetchFailed,
              detail: 'The server did not respond. Nothing was changed.',
              onRetry: () => void list.refetch(),
              retrying: list.isFetching,
            }
          : null
      }
      onLoadMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
      loadingMore={list.isFetchingNextPage}
      waiting={list.isPlaceholderData && list.isFetching}
      loadMoreError={list.moreFailed}
      renderPhoneRow={phoneRow}
      keyHints={keyHints}
      scroll={phone ? 'page' : 'region'}
    />
  );
}

function sortOf(sort: string): Sort {
  const descending = sort.startsWith('-');
  return { key: descending ? sort.slice(1) : sort, direction: descending ? 'desc' : 'asc' };
}

function noMatchDetail(search: string | undefined): string {
  return search ? `Nothing was found for “${search}” with these filters.` : 'Nothing matches these filters.';
}

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import { Button } from '../buttons/button.js';
import { classNames } from '../class-names.js';
import { useDelayed } from '../display/skeleton.js';
import { phoneQuery, useMediaQuery } from '../hooks/use-media-query.js';
import { useSidewaysScroll } from '../hooks/use-sideways-scroll.js';
import { useWidth } from '../hooks/use-width.js';
import { type KeyHint, KeyHints } from '../keyboard/key-hints.js';
import { EmptyState, type StateProps } from '../states/empty-state.js';
import { ErrorState } from '../states/error-state.js';
import { type Column, fittingColumns, gridTemplate, minTableWidth, type Sort } from './data-table-columns.js';
import { PhoneRow, type PhoneRowParts, type RowLink, TableRow } from './data-table-row.js';
import { FadedState, SkeletonRows, WaitingLine } from './data-table-states.js';
import { ListEnd } from './list-end.js';
import { clearOfStickyCells, stickyEnd, stickyStart } from './sticky-cells.js';
import { useKeptPlace } from './use-kept-place.js';
import { useTableNavigation } from './use-table-navigation.js';

export type { Column, Sort } from './data-table-columns.js';
export type { PhoneRowParts } from './data-table-row.js';

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** The rows loaded so far; `undefined` while the first page loads. */
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  onOpen?: (row: Row) => void;
  rowHref?: (row: Row) => string;
  selectedId?: string;
  sort?: Sort;
  /** Called for a click on a sortable column's header. The table doesn't sort: pass the rows in the new order. */
  onSort?: (sort: Sort) => void;
  rowActions?: (row: Row) => ReactNode;
  actionsWidth?: number;
  loadingText?: string;
  empty: StateProps;
  /** Shown instead of `empty` if there are no rows, with a Clear button. Set it while a search or filter is active. */
  noMatch?: { title: string; detail?: string; onClear: () => void };
  /** Set it if loading failed: shown with Retry, above any rows already loaded. */
  error?: { title: string; detail?: string; onRetry: () => void; retrying?: boolean } | null;
  /** Loads more rows: called when the user gets near the list's end. Set it only while there are more. */
  onLoadMore?: () => void;
  loadingMore?: boolean;
  /** Set it while the rows still belong to the previous query: shows a progress line. */
  waiting?: boolean;
  /** Set it if loading more rows failed: shown at the list's end with Retry. Nothing more loads automatically. */
  loadMoreError?: string | null;
  /** Renders a row as a list item on screens below 768 px. Without it the table is shown there, too. */
  renderPhoneRow?: (row: Row) => PhoneRowParts;
  /** Keyboard shortcuts shown in the footer after Move and Open. `null` hides the footer. */
  keyHints?: readonly KeyHint[] | null;
  /** `region`: the table scrolls below its sticky header (the parent limits its height). `page`: the page scrolls. */
  scroll?: 'region' | 'page';
  className?: string;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowId, rowActions, actionsWidth = 88, error, onOpen, rowHref, selectedId } = props;
  const { onLoadMore, loadingMore = false, loadMoreError, renderPhoneRow, keyHints = [], scroll = 'region' } = props;
  const { waiting = false, loadingText = `Loading ${label.toLowerCase()}` } = props;
  const region = useRef<HTMLDivElement>(null);
  const narrow = useMediaQuery(phoneQuery);
  const phone = narrow && renderPhoneRow !== undefined;
  const loading = rows === undefined && !error;
  const skeleton = useDelayed(loading);
  useTableNavigation(region, selectedId);
  useSidewaysScroll(region);
  useKeptPlace(region, rows?.map((row) => rowId(row)) ?? []);

  const actionsColumnWidth = rowActions ? actionsWidth : null;
  const columns = fittingColumns(props.columns, actionsColumnWidth, useWidth(region));
  const template: CSSProperties = { gridTemplateColumns: gridTemplate(columns, actionsColumnWidth) };
  const minWidth = minTableWidth(columns, actionsColumnWidth);
  const stickyWidths = {
    '--sticky-start': `${columns[0]?.width ?? 0}px`,
    '--sticky-end': `${actionsColumnWidth ?? 0}px`,
  };
  const linkOf = (row: Row): RowLink => ({
    href: rowHref?.(row),
    onOpen: onOpen && (() => onOpen(row)),
  });
  const primary = columns.find((column) => column.primary);
  const hasRows = rows !== undefined && rows.length > 0;

  return (
    <div className={classNames('flex min-h-0 min-w-0 grow flex-col', props.className)}>
      <WaitingLine waiting={waiting} />
      <div
        ref={region}
        aria-busy={loading || loadingMore || waiting || undefined}
        data-row-actions={rowActions ? '' : undefined}
        style={stickyWidths as CSSProperties}
        className={classNames('group/region relative min-h-0 grow', scroll === 'region' && 'overflow-auto')}
      >
        {error && hasRows && <ErrorStrip {...error} />}
        {phone ? (
          <ul aria-label={label} className="border-line border-t">
            {rows?.map((row) => {
              const id = rowId(row);
              return (
                <PhoneRow
                  key={id}
                  id={id}
                  title={primary?.cell?.(row) ?? primary?.text?.(row)}
                  parts={renderPhoneRow(row)}
                  selected={id === selectedId}
                  link={linkOf(row)}
                />
              );
            })}
          </ul>
        ) : (
          <table aria-label={label} style={{ minWidth }} className="block w-full border-collapse text-left">
            <Head {...props} columns={columns} template={template} actions={rowActions !== undefined} />
            <tbody className="block">
              {rows?.map((row) => {
                const id = rowId(row);
                return (
                  <TableRow
                    key={id}
                    row={row}
                    id={id}
                    columns={columns}
                    template={template}
                    selected={id === selectedId}
                    link={linkOf(row)}
                    actions={rowActions?.(row)}
                  />
                );
              })}
            </tbody>
          </table>
        )}
        <div role="status" className="sr-only">
          {(loading || waiting) && loadingText}
        </div>
        {skeleton && <SkeletonRows columns={columns} template={{ ...template, minWidth }} phone={phone} />}
        {!hasRows && !loading && (
          <FadedState phone={phone}>
            <Message {...props} />
          </FadedState>
        )}
        {hasRows && onLoadMore && (
          <ListEnd
            region={scroll === 'region' ? region : null}
            loaded={rows?.length ?? 0}
            loading={loadingMore}
            error={loadMoreError}
            onLoadMore={onLoadMore}
          />
        )}
      </div>
      {keyHints && hasRows && <KeyHints hints={keyHints} />}
    </div>
  );
}

function Message<Row>({ error, noMatch, empty }: DataTableProps<Row>) {
  if (error) return <ErrorState {...error} />;
  if (!noMatch) return <EmptyState {...empty} />;
  return (
    <div role="status">
      <EmptyState
        icon={empty.icon}
        title={noMatch.title}
        detail={noMatch.detail}
        action={
          <Button size="sm" onClick={noMatch.onClear}>
            Clear
          </Button>
        }
      />
    </div>
  );
}

function ErrorStrip({ title, onRetry, retrying }: NonNullable<DataTableProps<unknown>['error']>) {
  return (
    <div
      role="alert"
      className="flex h-11 items-center gap-3 border-line border-t px-6 text-ui text-danger max-md:px-4"
    >
      {title}
      <Button size="sm" busy={retrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

function Head<Row>({
  columns,
  template,
  actions,
  sort,
  onSort,
}: {
  columns: readonly Column<Row>[];
  template: CSSProperties;
  actions: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}) {
  return (
    <thead className="sticky top-0 z-10 block bg-canvas">
      <tr style={template} className="grid h-8 items-center border-line border-y bg-inherit">
        {columns.map((column, index) => {
          const direction = sort?.key === column.key ? sort.direction : undefined;
          return (
            <th
              key={column.key}
              scope="col"
              data-scrolls={index > 0 ? '' : undefined}
              aria-sort={
                column.sortable ? (direction ? (direction === 'asc' ? 'ascending' : 'descending') : 'none') : undefined
              }
              className={classNames(
                'min-w-0 px-3 text-caption font-medium text-faint first:pl-6 last:pr-6',
                index === 0 ? stickyStart : `truncate ${clearOfStickyCells}`,
                column.align === 'right' && 'text-right',
              )}
            >
              {column.sortable && onSort ? (
                <SortButton
                  header={column.header}
                  direction={direction}
                  onPress={() => onSort({ key: column.key, direction: nextDirection(column, direction) })}
                />
              ) : (
                column.header
              )}
            </th>
          );
        })}
        {actions && (
          <th scope="col" className={`${stickyEnd} pr-6 text-caption font-medium text-faint`}>
            Actions
          </th>
        )}
      </tr>
    </thead>
  );
}

function SortButton({
  header,
  direction,
  onPress,
}: {
  header: string;
  direction: Sort['direction'] | undefined;
  onPress: () => void;
}) {
  const Arrow = direction === 'asc' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(
        'group/sort touch-target inline-flex cursor-pointer items-center gap-1 rounded-bar -outline-offset-2 hover:text-ink',
        direction && 'text-ink',
      )}
    >
      {header}
      <Arrow
        aria-hidden
        size={14}
        strokeWidth={1.75}
        className={
          direction ? 'text-muted' : 'opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100'
        }
      />
    </button>
  );
}

/** Returns the direction after a click on a header: the first sorts `mono` columns descending, others ascending. */
function nextDirection<Row>(column: Column<Row>, direction: Sort['direction'] | undefined): Sort['direction'] {
  if (direction) return direction === 'desc' ? 'asc' : 'desc';
  return column.mono ? 'desc' : 'asc';
}

import { ProblemError } from '@docfolio/contracts/core/problem';
import { recordId } from '@docfolio/contracts/core/text';
import { Button } from '@docfolio/ui/buttons/button';
import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { Drawer } from '@docfolio/ui/overlays/drawer';
import { EmptyState } from '@docfolio/ui/states/empty-state';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { DrawerTools } from './drawer-tools.js';
import { type CrmRecord, capitalised } from './record-kind.js';
import type { RecordMenuItem } from './record-menu.js';
import { type RecordListQuery, useRecord } from './use-record-list.js';
import type { RecordPageState } from './use-record-page.js';

interface DrawerParts {
  subtitle?: ReactNode;
  action?: ReactNode;
  /** Items of the drawer's menu, before 'Delete'. */
  items?: readonly RecordMenuItem[];
  children: ReactNode;
  /** Shown below the scrolling content. */
  footer?: ReactNode;
}

export interface RecordDrawerProps<R extends CrmRecord> {
  page: RecordPageState<R>;
  /** Default: the record's name. */
  title?: string;
  editable?: boolean;
  render: (record: R) => DrawerParts;
}

/** A drawer with one record, beside the list. Its arrows open the previous and the next record of the list. */
export function RecordDrawer<R extends CrmRecord>(props: RecordDrawerProps<R>) {
  const { id } = props.page.opened;
  return id === undefined ? null : <OpenDrawer {...props} id={id} />;
}

function OpenDrawer<R extends CrmRecord>(props: RecordDrawerProps<R> & { id: string }) {
  const { id, page, title, editable = false, render } = props;
  const { kind, opened, list } = page;
  const { data: record, error, isFetching, refetch } = useRecord(kind, id);
  const place = usePlaceInList(id, list, opened.open);
  const frame = {
    open: true,
    onOpenChange: (open: boolean) => !open && opened.close(),
    returnTo: () => wayInOf(id),
    ...place,
  };
  const missing = !recordId.safeParse(id).success || (error instanceof ProblemError && error.code === 'not_found');
  if (missing) {
    return (
      <Drawer {...frame} title={<span className="sr-only">{capitalised(kind.one)} not found</span>}>
        <EmptyState
          className="pt-16"
          icon={<SearchX size={20} strokeWidth={1.75} />}
          title={`This ${kind.one} is not here`}
          detail="It was deleted, or the address is not complete."
          action={
            <Button size="sm" onClick={opened.close}>
              Back to {kind.title}
            </Button>
          }
        />
      </Drawer>
    );
  }
  if (!record) {
    return (
      <Drawer
        {...frame}
        title={<span className="sr-only">{error ? capitalised(kind.one) : `Loading ${kind.one}`}</span>}
      >
        {error ? (
          <ErrorState
            className="pt-16"
            title={`Failed to fetch ${kind.one}`}
            detail="The server did not respond. Nothing was changed."
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <DrawerSkeleton />
        )}
      </Drawer>
    );
  }
  const { children, subtitle, items = [], ...parts } = render(record);
  return (
    <Drawer
      {...frame}
      {...parts}
      tools={<DrawerTools page={page} record={record} editable={editable} items={items} />}
      title={<span className="break-words">{title ?? kind.nameOf(record)}</span>}
      subtitle={subtitle && <span className="break-words">{subtitle}</span>}
    >
      {children}
    </Drawer>
  );
}

/** Returns the element in the record's row that opens it. */
function wayInOf(id: string): HTMLElement | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  return rows.find((row) => row.dataset.row === id)?.querySelector<HTMLElement>('[data-row-open]') ?? null;
}

/** Returns the record's position, '3 / 120', and functions that open its neighbours; {} if no row has it. */
function usePlaceInList<R extends CrmRecord>(id: string, list: RecordListQuery<R>, onOpen: (record: R) => void) {
  const { rows, total, hasNextPage, fetchNextPage } = list;
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) return {};
  const previous = rows[at - 1];
  const next = rows[at + 1];
  const loadNext = async () => {
    const { data } = await fetchNextPage();
    const loaded = data?.pages.at(-1)?.items[0];
    if (loaded) onOpen(loaded);
  };
  return {
    position: `${(at + 1).toLocaleString('en-US')} / ${total}`,
    onPrevious: previous && (() => onOpen(previous)),
    onNext: next ? () => onOpen(next) : hasNextPage ? () => void loadNext() : undefined,
  };
}

const bars = ['w-24', 'w-48', 'w-32', 'w-20', 'w-44'];

function DrawerSkeleton() {
  const late = useDelayed(true);
  if (!late) return null;
  return (
    <div aria-hidden="true">
      <Skeleton className="h-4 w-40" />
      <div className="mt-8 flex flex-col gap-5.5">
        {bars.map((width, row) => (
          <div key={width} className="grid grid-cols-[8rem_1fr]" style={{ opacity: 1 - row * 0.17 }}>
            <Skeleton className="w-16" />
            <Skeleton className={width} />
          </div>
        ))}
      </div>
    </div>
  );
}

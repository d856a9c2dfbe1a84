import { PageHead } from '@docfolio/admin/records/page-head';
import { capitalised } from '@docfolio/admin/records/record-kind';
import { type ListShape, useListState } from '@docfolio/admin/records/use-list-state';
import { type Trashed, type TrashType, trashDays } from '@docfolio/contracts/entities/trash';
import { Button } from '@docfolio/ui/buttons/button';
import { Select } from '@docfolio/ui/forms/select';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { ConfirmDialog } from '@docfolio/ui/overlays/confirm-dialog';
import { DataTable } from '@docfolio/ui/tables/data-table';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { allKinds, kinds } from '../kinds.js';
import { TrashRowActions, trashColumns, trashPhoneRow } from './trash-columns.js';
import { TrashNotice } from './trash-notices.js';
import { trashKeyOf } from './trash-parts.js';
import { useTrash, useTrashTotals } from './use-trash.js';
import { emptying, recordsText, useTrashActions } from './use-trash-actions.js';

const shape: ListShape = { sorts: ['-deleted_at'], filters: { type: Object.keys(kinds) } };
const options = allKinds.map(({ topic, many }) => ({ value: topic, label: capitalised(many) }));

export default function TrashPage() {
  const state = useListState(shape);
  const type = state.query.type as TrashType | undefined;
  const trash = useTrash(type);
  const { parts, rows, total } = trash;
  const totals = useTrashTotals();
  const everything = [...totals.values()].reduce((sum, count) => sum + count, 0);
  const actions = useTrashActions();
  const [purging, setPurging] = useState<Trashed | null>(null);
  const [asksToEmpty, setAsksToEmpty] = useState(false);

  return (
    <>
      <PageHead
        title="Trash"
        count={total}
        action={
          <Button
            size="sm"
            variant="destructive"
            icon={<Trash2 aria-hidden size={16} strokeWidth={1.75} />}
            disabled={everything === 0}
            onClick={() => setAsksToEmpty(true)}
          >
            Empty Trash
          </Button>
        }
      />
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-6 pb-4 max-md:px-4">
        <div className="w-45 shrink-0 max-md:w-full">
          <Select
            size="sm"
            aria-label="Kind"
            emptyLabel="All kinds"
            options={options}
            value={type}
            onValueChange={(value) => state.change({ type: value })}
          />
        </div>
        <p className="text-faint text-ui">Deleted records are kept for {trashDays} days.</p>
      </div>
      {rows && parts.map((part) => <TrashNotice key={part.part.words} part={part} />)}
      <TrashTable
        trash={trash}
        type={type}
        busy={actions.busy}
        onRestore={actions.restore}
        onPurge={setPurging}
        onClear={state.clear}
      />
      {purging && (
        <ConfirmDialog
          open
          title="Delete for good"
          detail={`“${purging.title}” will be removed for good. This action cannot be undone.`}
          confirm="Delete for good"
          busy={actions.busy.has(trashKeyOf(purging))}
          onCancel={() => setPurging(null)}
          onConfirm={() => actions.purge(purging, () => setPurging(null))}
        />
      )}
      <ConfirmDialog
        open={asksToEmpty}
        title="Empty Trash"
        detail={`${recordsText(everything)} will be removed for good. This action cannot be undone.`}
        confirm="Empty Trash"
        busy={actions.busy.has(emptying)}
        onCancel={() => setAsksToEmpty(false)}
        onConfirm={() => actions.empty([...totals.keys()], () => setAsksToEmpty(false))}
      />
    </>
  );
}

interface TrashTableProps {
  trash: ReturnType<typeof useTrash>;
  type: TrashType | undefined;
  busy: ReadonlySet<string>;
  onRestore: (row: Trashed) => void;
  onPurge: (row: Trashed) => void;
  onClear: () => void;
}

function TrashTable({ trash: { parts, rows, next }, type, onClear, ...row }: TrashTableProps) {
  const phone = useMediaQuery(phoneQuery);
  const failed = parts.filter((part) => part.failed);
  return (
    <DataTable
      label="Trash"
      columns={trashColumns}
      rows={rows}
      rowId={trashKeyOf}
      rowActions={(trashed) => <TrashRowActions row={trashed} {...row} />}
      renderPhoneRow={(trashed) => trashPhoneRow({ row: trashed, ...row })}
      empty={
        failed.length > 0
          ? { title: 'Nothing else is in the trash', detail: 'What could not be loaded may still be there.' }
          : {
              icon: <Trash2 size={20} strokeWidth={1.75} />,
              title: 'Trash is empty',
              detail: `What you delete can be restored from here for ${trashDays} days.`,
            }
      }
      noMatch={type && failed.length === 0 ? { title: `No deleted ${kinds[type].many}`, onClear: onClear } : undefined}
      error={
        !rows && failed.length === parts.length
          ? {
              title: 'Failed to fetch the trash',
              detail: 'The server did not respond. Nothing was changed.',
              onRetry: () => {
                for (const { list } of failed) void list.refetch();
              },
              retrying: failed.some(({ list }) => list.isFetching),
            }
          : null
      }
      onLoadMore={next ? () => void next.fetchNextPage() : undefined}
      loadingMore={next?.isFetchingNextPage}
      loadMoreError={next?.isFetchNextPageError ? 'More deleted records could not be loaded.' : null}
      keyHints={null}
      scroll={phone ? 'page' : 'region'}
    />
  );
}

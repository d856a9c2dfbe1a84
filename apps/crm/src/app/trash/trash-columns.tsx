import { capitalised } from '@docfolio/admin/records/record-kind';
import { RecordMenu } from '@docfolio/admin/records/record-menu';
import { exactTimeOf, minuteOf } from '@docfolio/admin/records/record-texts';
import { Dot } from '@docfolio/admin/records/time-text';
import type { Trashed } from '@docfolio/contracts/entities/trash';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import type { Column, PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { RotateCcw, Trash2 } from 'lucide-react';
import { kinds } from '../kinds.js';
import { timeLeft } from './time-left.js';
import { trashKeyOf } from './trash-parts.js';

export const trashColumns: readonly Column<Trashed>[] = [
  {
    key: 'title',
    header: 'Title',
    width: 200,
    grow: 300,
    primary: true,
    cell: ({ title }) => <span title={title}>{title}</span>,
  },
  { key: 'type', header: 'Kind', width: 172, cell: (row) => <KindText row={row} /> },
  { key: 'detail', header: 'Detail', width: 170, grow: 280, text: ({ detail }) => detail },
  {
    key: 'deleted_at',
    header: 'Deleted',
    width: 156,
    mono: true,
    text: ({ deleted_at }) => minuteOf(deleted_at),
    title: ({ deleted_at }) => exactTimeOf(deleted_at),
  },
  {
    key: 'expires_at',
    header: 'Removed for good',
    width: 144,
    mono: true,
    text: ({ expires_at }) => timeLeft(expires_at),
    title: ({ expires_at }) => exactTimeOf(expires_at),
  },
];

function KindText({ row }: { row: Trashed }) {
  const { one, icon: Icon } = kinds[row.type];
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
      {capitalised(one)}
    </span>
  );
}

interface TrashRowOptions {
  row: Trashed;
  busy: ReadonlySet<string>;
  onRestore: (row: Trashed) => void;
  onPurge: (row: Trashed) => void;
}

export function TrashRowActions({ row, busy, onRestore, onPurge }: TrashRowOptions) {
  const working = busy.has(trashKeyOf(row));
  return (
    <>
      <IconButton label={`Restore ${row.title}`} size="sm" busy={working} onClick={() => onRestore(row)}>
        <RotateCcw aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={`Delete ${row.title} for good`}
        size="sm"
        tone="danger"
        aria-disabled={working || undefined}
        onClick={() => !working && onPurge(row)}
      >
        <Trash2 aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}

export function trashPhoneRow({ row, busy, onRestore, onPurge }: TrashRowOptions): PhoneRowParts {
  const { one, icon: Icon } = kinds[row.type];
  const working = busy.has(trashKeyOf(row));
  return {
    meta: (
      <>
        <Icon aria-hidden size={14} strokeWidth={1.75} className="mr-1.5 inline align-[-2px]" />
        {capitalised(one)}
        <Dot />
        <span className="mono text-mono">{timeLeft(row.expires_at)}</span>
      </>
    ),
    actions: (
      <RecordMenu
        label={`Actions for ${row.title}`}
        className="size-11"
        busy={working}
        groups={[
          [{ label: 'Restore', icon: RotateCcw, onSelect: () => onRestore(row), disabled: working }],
          [{ label: 'Delete for good', icon: Trash2, tone: 'danger', onSelect: () => onPurge(row), disabled: working }],
        ]}
      />
    ),
  };
}

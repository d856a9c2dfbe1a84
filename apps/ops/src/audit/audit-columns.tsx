import { exactTimeOf, shortMinuteOf, shortSecondOf } from '@docfolio/admin/records/record-texts';
import { Dot } from '@docfolio/admin/records/time-text';
import type { AuditEntry } from '@docfolio/contracts/entities/audit';
import { Link } from '@docfolio/federation/router';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { classNames } from '@docfolio/ui/class-names';
import type { Column, PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Copy, Filter, Globe, ShieldAlert } from 'lucide-react';
import { acts, kindLabel, recordHref, recordNameOf, whoOf } from './audit-texts.js';
import { ChangeChips } from './change-chips.js';

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    key: 'created_at',
    header: 'When',
    width: 164,
    primary: true,
    cell: ({ created_at }) => (
      <time dateTime={created_at} title={exactTimeOf(created_at)} className="mono font-normal text-mono text-muted">
        {shortSecondOf(created_at)}
      </time>
    ),
  },
  { key: 'who', header: 'Who', width: 160, cell: (entry) => <Who entry={entry} /> },
  { key: 'act', header: 'Operation', width: 148, cell: (entry) => <Act entry={entry} /> },
  { key: 'record', header: 'Record', width: 232, cell: (entry) => <RecordName entry={entry} /> },
  { key: 'changes', header: 'Changes', width: 240, grow: 1, cell: (entry) => <ChangeChips entry={entry} /> },
  {
    key: 'request_id',
    header: 'Request',
    width: 104,
    mono: true,
    text: ({ request_id }) => shortId(request_id),
    title: ({ request_id }) => request_id,
  },
];

/** Returns the first eight characters of a request id, which are enough to recognise it. */
export const shortId = (requestId: string) => requestId.slice(0, 8);

export function Who({ entry }: { entry: AuditEntry }) {
  const name = whoOf(entry);
  const Icon = { website: Globe, automatic: ShieldAlert, user: undefined, token: undefined }[entry.actor];
  return (
    <span title={name} className={classNames('flex min-w-0 items-center gap-2', Icon ? 'text-muted' : 'text-ink')}>
      {Icon && (
        <Icon
          aria-hidden
          size={14}
          strokeWidth={1.75}
          className={classNames('shrink-0', entry.actor === 'automatic' ? 'text-warning' : 'text-faint')}
        />
      )}
      <span className={classNames('truncate', entry.actor === 'token' && 'mono text-mono')}>{name}</span>
    </span>
  );
}

export function Act({ entry }: { entry: AuditEntry }) {
  const { label, icon: Icon, tone } = acts[entry.act];
  const tones = { danger: 'text-danger', warning: 'text-warning' };
  return (
    <span className="flex min-w-0 items-center gap-2 text-ink">
      <Icon
        aria-hidden
        size={14}
        strokeWidth={1.75}
        className={classNames('shrink-0', tone ? tones[tone] : 'text-faint')}
      />
      <span className="truncate">{label}</span>
    </span>
  );
}

export function RecordName({ entry }: { entry: AuditEntry }) {
  const href = recordHref(entry);
  const name = recordNameOf(entry);
  const look = entry.record_name === null ? 'mono truncate text-faint text-mono' : 'truncate text-ink';
  return (
    <span className="flex min-w-0 items-baseline gap-2" title={name}>
      <span className="shrink-0 text-faint">{kindLabel(entry.kind)}</span>
      {href ? (
        <Link to={href} className={classNames(look, 'relative z-1 rounded-bar underline-offset-3 hover:underline')}>
          {name}
        </Link>
      ) : (
        <span className={look}>{name}</span>
      )}
    </span>
  );
}

export interface RowCallbacks {
  onFilter: (entry: AuditEntry) => void;
  onCopy: (entry: AuditEntry) => void;
}

export function AuditRowActions({ entry, onFilter, onCopy }: RowCallbacks & { entry: AuditEntry }) {
  return (
    <>
      <IconButton
        label="Filter by this record"
        shortcut="F"
        size="sm"
        aria-disabled={entry.record_id === null || undefined}
        onClick={() => onFilter(entry)}
      >
        <Filter aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label="Copy request id" shortcut="C" size="sm" onClick={() => onCopy(entry)}>
        <Copy aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}

/** Two lines: who and operation with the time, then kind and record. */
export function auditPhoneRow(entry: AuditEntry): PhoneRowParts {
  return {
    title: (
      <>
        {whoOf(entry)} <span className="font-normal text-muted">{acts[entry.act].label}</span>
      </>
    ),
    meta: (
      <>
        {kindLabel(entry.kind)} {recordNameOf(entry)}
        {entry.outcome !== 'done' && (
          <>
            <Dot />
            <span className="text-warning">{entry.outcome}</span>
          </>
        )}
      </>
    ),
    status: <span className="mono text-faint text-mono">{shortMinuteOf(entry.created_at)}</span>,
  };
}

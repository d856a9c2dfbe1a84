import { PageHead } from '@docfolio/admin/records/page-head';
import { RecordToolbar } from '@docfolio/admin/records/record-toolbar';
import type { ListState } from '@docfolio/admin/records/use-list-state';
import { useStableHandler } from '@docfolio/admin/records/use-stable-handler';
import { call } from '@docfolio/api-client/call';
import { type AuditEntry, audit } from '@docfolio/contracts/entities/audit';
import { useLocation, useNavigate, useParams } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { phoneQuery, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { toast } from '@docfolio/ui/runtime';
import { DataTable } from '@docfolio/ui/tables/data-table';
import { Download, ScrollText, X } from 'lucide-react';
import { useState } from 'react';
import { AuditRowActions, auditColumns, auditPhoneRow } from './audit-columns.js';
import { AuditDrawer } from './audit-drawer.js';
import { kindLabel, recordNameOf } from './audit-texts.js';
import { auditQueryOf, useAuditList, useAuditOptions, useAuditState } from './use-audit.js';

const path = '/admin/audit';
const words = { many: 'the audit trail' };

export default function AuditPage() {
  const state = useAuditState();
  const { query, narrowed, change, clear } = state;
  const list = useAuditList(state);
  const { filters, days } = useAuditOptions();
  const phone = useMediaQuery(phoneQuery);
  const { id } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { copy } = useCopy();
  const hrefOf = (entry: AuditEntry) => `${path}/${entry.id}${search}`;
  const open = (entry: AuditEntry) => navigate(hrefOf(entry), { replace: id !== undefined });
  const filterBy = useStableHandler((entry: AuditEntry) => {
    if (entry.record_id !== null) change({ record: entry.record_id });
  });
  const copyId = useStableHandler(async ({ request_id }: AuditEntry) => {
    if (await copy(request_id)) toast({ title: 'Request id copied' });
    else toast({ title: 'Error', description: 'The request id could not be copied.', variant: 'destructive' });
  });
  const callbacks = { onFilter: filterBy, onCopy: (entry: AuditEntry) => void copyId(entry) };
  const failed = list.isError && !list.isFetchNextPageError;
  return (
    <>
      <PageHead title="Audit" count={list.total} action={<ExportAudit state={state} phone={phone} />} />
      <RecordToolbar kind={words} list={state} placeholder="Search by record or request id..." filters={filters}>
        {query.record && (
          <RecordChip id={query.record} rows={list.rows ?? []} onClear={() => change({ record: undefined })} />
        )}
        {days !== undefined && !query.record && (
          <p className="ml-auto self-center text-faint text-ui max-xl:hidden">Kept for {days} days, never changed</p>
        )}
      </RecordToolbar>
      <DataTable
        label="Audit trail"
        columns={auditColumns}
        rows={list.rows}
        rowId={(entry) => entry.id}
        rowHref={hrefOf}
        onOpen={open}
        selectedId={id}
        rowActions={(entry) => <AuditRowActions entry={entry} {...callbacks} />}
        renderPhoneRow={auditPhoneRow}
        empty={{
          icon: <ScrollText size={20} strokeWidth={1.75} />,
          title: 'Nothing is recorded yet',
          detail: 'Sign-ins and every change in the CRM appear here.',
        }}
        noMatch={
          narrowed ? { title: 'No entries match', detail: 'Nothing matches these filters.', onClear: clear } : undefined
        }
        error={
          failed
            ? {
                title: 'Failed to fetch the audit trail',
                detail: 'The server did not respond. Nothing was changed.',
                onRetry: () => void list.refetch(),
                retrying: list.isFetching,
              }
            : null
        }
        onLoadMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        loadingMore={list.isFetchingNextPage}
        waiting={list.isPlaceholderData && list.isFetching}
        loadMoreError={list.isFetchNextPageError ? 'More entries could not be loaded.' : null}
        keyHints={[
          { keys: ['F'], label: 'Filter by this record' },
          { keys: ['C'], label: 'Copy request id' },
        ]}
        scroll={phone ? 'page' : 'region'}
      />
      {id !== undefined && (
        <AuditDrawer
          id={id}
          rows={list.rows ?? []}
          onOpen={open}
          onClose={() => navigate(`${path}${search}`)}
          onFilter={(entry) => entry.record_id !== null && navigate(`${path}?record=${entry.record_id}`)}
        />
      )}
    </>
  );
}

interface RecordChipProps {
  id: string;
  rows: readonly AuditEntry[];
  onClear: () => void;
}

/** The filter by one record, which a click removes. */
function RecordChip({ id, rows, onClear }: RecordChipProps) {
  const entry = rows.find(({ record_id, record_name }) => record_id === id && record_name !== null);
  const name = entry ? `${kindLabel(entry.kind)} ${recordNameOf(entry)}` : 'One record';
  return (
    <button
      type="button"
      aria-label={`Remove the filter ${name}`}
      onClick={onClear}
      className="touch-target inline-flex h-8 max-w-60 cursor-pointer items-center gap-2 rounded-control border border-accent-line bg-accent-soft px-2.75 text-accent text-ui"
    >
      <span className="truncate">{name}</span>
      <X aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
    </button>
  );
}

/** Downloads the entries that the filters show as CSV. */
function ExportAudit({ state, phone }: { state: ListState; phone: boolean }) {
  const [busy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    try {
      const { url, file_name } = await call(audit.export, auditQueryOf(state.query));
      const link = document.createElement('a');
      link.href = url;
      link.download = file_name;
      document.body.append(link);
      link.click();
      link.remove();
    } catch (error) {
      console.error('Exporting the audit trail failed', error);
      toast({ title: 'Error', description: 'Failed to export CSV', variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  const icon = <Download aria-hidden size={16} strokeWidth={1.75} />;
  return phone ? (
    <IconButton label="Export CSV" tooltip="none" className="size-11" busy={busy} onClick={() => void start()}>
      {icon}
    </IconButton>
  ) : (
    <Button size="sm" icon={icon} busy={busy} onClick={() => void start()}>
      Export CSV
    </Button>
  );
}

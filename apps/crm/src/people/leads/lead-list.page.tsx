import { type Lead, leadSorts, leadSources, leadStatuses } from '@docfolio/contracts/lead';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { PHONE_QUERY, useMediaQuery } from '@docfolio/ui/hooks/use-media-query';
import { Eye, Pencil } from 'lucide-react';
import { memo, useMemo } from 'react';
import { AddButton } from '../../records/add-button.js';
import { ExportButton } from '../../records/export-button.js';
import { PageHead } from '../../records/page-head.js';
import { RecordDialog } from '../../records/record-dialog.js';
import { capitalised } from '../../records/record-kind.js';
import { RecordTable } from '../../records/record-table.js';
import { type ListFilter, RecordToolbar } from '../../records/record-toolbar.js';
import { useFormRoute } from '../../records/use-form-route.js';
import { type ListShape, useListState } from '../../records/use-list-state.js';
import { useOpenRecord } from '../../records/use-open-record.js';
import { useRecordList } from '../../records/use-record-list.js';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { leadStatuses as statuses } from '../statuses/lead-statuses.js';
import { statusOptions } from '../statuses/status-options.js';
import { ConvertDialog } from './convert-dialog.js';
import { leadColumns } from './lead-columns.js';
import { LeadDrawer } from './lead-drawer.js';
import { leadForm } from './lead-form.js';
import { leadKind } from './lead-kind.js';
import { leadPhoneRow } from './lead-phone-row.js';
import { SpamFilter } from './spam-filter.js';
import { useLeadActions } from './use-lead-actions.js';

const shape: ListShape = {
  sorts: leadSorts,
  filters: { status: leadStatuses, source: leadSources, spam: ['only'] },
};

const filters: readonly ListFilter[] = [
  { name: 'status', label: 'Status', all: 'All statuses', options: statusOptions(statuses) },
  {
    name: 'source',
    label: 'Source',
    all: 'All sources',
    options: leadSources.map((source) => ({ value: source, label: capitalised(source) })),
  },
];

const keyHints = [
  { keys: ['S'], label: 'Status' },
  { keys: ['E'], label: 'Edit' },
];

/** The page with the table of leads, and the open lead in a drawer (specification, section 2). */
export default function LeadListPage() {
  const opened = useOpenRecord(leadKind);
  const state = useListState(shape);
  const query = { spam: 'hide', ...state.query };
  const list = useRecordList(leadKind, query);
  const form = useFormRoute();
  const convert = useFormRoute('convert');
  const actions = useLeadActions(convert.openEdit);
  const phone = useMediaQuery(PHONE_QUERY);
  const { savingStatus, setStatus } = actions;
  const columns = useMemo(() => leadColumns(savingStatus, setStatus), [savingStatus, setStatus]);
  const edit = useStableHandler((lead: Lead) => form.openEdit(lead.id));
  const spamFilter = {
    on: state.query.spam === 'only',
    onChange: (on: boolean) => state.change({ spam: on ? 'only' : undefined }),
  };

  return (
    <>
      <PageHead
        title={leadKind.title}
        count={list.total}
        action={
          <>
            {phone && <SpamFilter {...spamFilter} compact />}
            <ExportButton list="leads" query={query} />
            <AddButton kind={leadKind} onClick={form.openAdd} primary />
          </>
        }
      />
      <RecordToolbar kind={leadKind} list={state} placeholder="Search by name, email, or company..." filters={filters}>
        {!phone && <SpamFilter {...spamFilter} />}
      </RecordToolbar>
      <RecordTable
        kind={leadKind}
        list={list}
        state={state}
        opened={opened}
        columns={columns}
        rowActions={(lead) => <RowActions lead={lead} onView={opened.open} onEdit={edit} />}
        phoneRow={(lead) => leadPhoneRow({ lead, actions, onView: opened.open, onEdit: edit })}
        empty={{
          title: 'No leads yet',
          detail: 'Messages from the contact form appear here. You can also add the first lead yourself.',
          action: <AddButton kind={leadKind} onClick={form.openAdd} />,
        }}
        keyHints={keyHints}
      />
      <LeadDrawer opened={opened} list={list} actions={actions} onEdit={form.openEdit} onConvert={convert.openEdit} />
      <RecordDialog of={leadForm} route={form} />
      <ConvertDialog route={convert} />
    </>
  );
}

interface RowActionsProps {
  lead: Lead;
  onView: (lead: Lead) => void;
  onEdit: (lead: Lead) => void;
}

const RowActions = memo(function RowActions({ lead, onView, onEdit }: RowActionsProps) {
  return (
    <>
      <IconButton label={`View ${lead.name}`} size="sm" onClick={() => onView(lead)}>
        <Eye aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={`Edit ${lead.name}`} shortcut="E" size="sm" onClick={() => onEdit(lead)}>
        <Pencil aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </>
  );
});

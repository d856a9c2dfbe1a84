import type { Lead } from '@docfolio/contracts/lead';
import { useLocation, useNavigate, useParams } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/button';
import { DataTable, type Sort } from '@docfolio/ui/data-table';
import { IconButton } from '@docfolio/ui/icon-button';
import { PHONE_QUERY, useMediaQuery } from '@docfolio/ui/use-media-query';
import { Eye, Inbox, Pencil, Plus } from 'lucide-react';
import { memo, useMemo } from 'react';
import { PageHead } from '../layout/page-head.js';
import { useStableHandler } from '../use-stable-handler.js';
import { leadColumns } from './lead-columns.js';
import { LeadDialog } from './lead-dialog.js';
import { LeadDrawer } from './lead-drawer.js';
import { type LeadSort, useLeadListState } from './lead-list-state.js';
import { leadPhoneRow } from './lead-phone-row.js';
import { useLeadList } from './lead-queries.js';
import { LeadToolbar, SpamFilter } from './lead-toolbar.js';
import { useLeadActions } from './use-lead-actions.js';
import { useLeadForm } from './use-lead-form.js';

const keyHints = [
  { keys: ['S'], label: 'Status' },
  { keys: ['E'], label: 'Edit' },
];

/** The leads (specification, section 2), with one of them open beside the list when the address names it. */
export default function LeadListPage() {
  const { id: openId } = useParams();
  const navigate = useNavigate();
  const search = listSearch(useLocation().search);
  const { state, narrowed, change, clear } = useLeadListState();
  const list = useLeadList(state);
  const actions = useLeadActions();
  const form = useLeadForm();
  const phone = useMediaQuery(PHONE_QUERY);
  const { savingStatus, setStatus } = actions;
  const columns = useMemo(() => leadColumns(savingStatus, setStatus), [savingStatus, setStatus]);

  const hrefOf = (lead: Lead) => `/admin/leads/${lead.id}${search}`;
  // Going from one open lead to the next is one visit: Back leads to the list.
  const open = useStableHandler((lead: Lead) => navigate(hrefOf(lead), { replace: openId !== undefined }));
  const edit = useStableHandler((lead: Lead) => form.openEdit(lead.id));
  const spamFilter = {
    on: state.spam === 'only',
    onChange: (on: boolean) => change({ spam: on ? 'only' : undefined }),
  };
  const addLead = (
    <Button size="sm" variant="primary" icon={<Plus aria-hidden size={16} strokeWidth={1.75} />} onClick={form.openAdd}>
      Add Lead
    </Button>
  );
  // A screenful that failed further down says so at the list's end.
  const failed = list.isError && !list.isFetchNextPageError;

  return (
    <>
      <PageHead
        title="Leads"
        count={list.total}
        action={
          <>
            {phone && <SpamFilter {...spamFilter} compact />}
            {addLead}
          </>
        }
      />
      <LeadToolbar state={state} change={change}>
        {!phone && <SpamFilter {...spamFilter} />}
      </LeadToolbar>
      <DataTable
        label="Leads"
        columns={columns}
        rows={list.data && list.rows}
        rowId={(lead) => lead.id}
        rowHref={hrefOf}
        onOpen={open}
        selectedId={openId}
        sort={sortOf(state.sort)}
        onSort={(sort) => change({ sort: `${sort.direction === 'desc' ? '-' : ''}${sort.key}` })}
        rowActions={(lead) => <RowActions lead={lead} onView={open} onEdit={edit} />}
        empty={{
          icon: <Inbox size={20} strokeWidth={1.75} />,
          title: 'No leads yet',
          detail: 'Enquiries from the site arrive here, or write down the first one yourself.',
          action: (
            <Button size="sm" icon={<Plus aria-hidden size={16} strokeWidth={1.75} />} onClick={form.openAdd}>
              Add Lead
            </Button>
          ),
        }}
        noMatch={
          narrowed ? { title: 'No leads match', detail: noMatchDetail(state.search), onClear: clear } : undefined
        }
        error={
          failed
            ? {
                title: 'Failed to fetch leads',
                detail: 'The server did not answer. Nothing was changed.',
                onRetry: () => void list.refetch(),
                retrying: list.isFetching,
              }
            : null
        }
        onLoadMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        loadingMore={list.isFetchingNextPage}
        loadMoreError={list.isFetchNextPageError ? 'More leads could not be loaded.' : null}
        renderPhoneRow={(lead) => leadPhoneRow({ lead, actions, onView: open, onEdit: edit })}
        keyHints={keyHints}
        scroll={phone ? 'page' : 'region'}
      />
      <LeadDrawer
        id={openId}
        list={list}
        actions={actions}
        onOpen={open}
        onEdit={form.openEdit}
        onClose={() => navigate(`/admin/leads${search}`)}
      />
      <LeadDialog form={form} />
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

/** The address' query without the form that stands over the list: what belongs to the list itself. */
function listSearch(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('form');
  const text = params.toString();
  return text && `?${text}`;
}

function sortOf(sort: LeadSort): Sort {
  const descending = sort.startsWith('-');
  return { key: descending ? sort.slice(1) : sort, direction: descending ? 'desc' : 'asc' };
}

function noMatchDetail(search: string | undefined): string {
  return search ? `Nothing was found for “${search}” with these filters.` : 'Nothing stands under these filters.';
}

import { type Client, clientSorts } from '@docfolio/contracts/client';
import { useMemo } from 'react';
import { AddButton } from '../../records/add-button.js';
import { ExportButton } from '../../records/export-button.js';
import { PageHead } from '../../records/page-head.js';
import { RecordDialog } from '../../records/record-dialog.js';
import { RecordTable } from '../../records/record-table.js';
import { RecordToolbar } from '../../records/record-toolbar.js';
import { useFormRoute } from '../../records/use-form-route.js';
import { type ListShape, useListState } from '../../records/use-list-state.js';
import { useOpenRecord } from '../../records/use-open-record.js';
import { useRecordActions } from '../../records/use-record-actions.js';
import { useRecordList } from '../../records/use-record-list.js';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { projectFormFor } from '../projects/project-form.js';
import { clientActionsWidth, clientColumns } from './client-columns.js';
import { ClientDrawer } from './client-drawer.js';
import { clientForm } from './client-form.js';
import { clientKind } from './client-kind.js';
import { ClientRowActions, clientPhoneRow } from './client-row.js';

const shape: ListShape = { sorts: clientSorts, filters: {} };
const keyHints = [{ keys: ['E'], label: 'Edit' }];

/** The page with the table of clients, and the open client in a drawer (specification, section 2). */
export default function ClientListPage() {
  const opened = useOpenRecord(clientKind);
  const state = useListState(shape);
  const list = useRecordList(clientKind, state.query);
  const actions = useRecordActions(clientKind);
  const form = useFormRoute();
  const projectForm = useFormRoute('project_form');
  const newProjectForm = useMemo(() => projectFormFor(opened.id), [opened.id]);
  const edit = useStableHandler((client: Client) => form.openEdit(client.id));
  const rowOf = (client: Client) => ({
    client,
    deleting: actions.busy.has(client.id),
    onView: opened.open,
    onEdit: edit,
    remove: actions.remove,
  });

  return (
    <>
      <PageHead
        title={clientKind.title}
        count={list.total}
        action={
          <>
            <ExportButton list="clients" query={state.query} />
            <AddButton kind={clientKind} onClick={form.openAdd} primary />
          </>
        }
      />
      <RecordToolbar kind={clientKind} list={state} />
      <RecordTable
        kind={clientKind}
        list={list}
        state={state}
        opened={opened}
        columns={clientColumns}
        actionsWidth={clientActionsWidth}
        rowActions={(client) => <ClientRowActions {...rowOf(client)} />}
        phoneRow={(client) => clientPhoneRow(rowOf(client))}
        empty={{
          title: 'No clients yet',
          detail: 'Convert a lead, or add the first one here.',
          action: <AddButton kind={clientKind} onClick={form.openAdd} />,
        }}
        keyHints={keyHints}
      />
      <ClientDrawer
        opened={opened}
        list={list}
        actions={actions}
        onEdit={form.openEdit}
        onAddProject={projectForm.openAdd}
      />
      <RecordDialog of={clientForm} route={form} />
      <RecordDialog of={newProjectForm} route={projectForm} />
    </>
  );
}

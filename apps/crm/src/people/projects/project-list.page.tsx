import { type Project, projectSorts, projectStatuses } from '@docfolio/contracts/project';
import { useMemo } from 'react';
import { AddButton } from '../../records/add-button.js';
import { ExportButton } from '../../records/export-button.js';
import { PageHead } from '../../records/page-head.js';
import { RecordDialog } from '../../records/record-dialog.js';
import { RecordTable } from '../../records/record-table.js';
import { type ListFilter, RecordToolbar } from '../../records/record-toolbar.js';
import { useFormRoute } from '../../records/use-form-route.js';
import { type ListShape, useListState } from '../../records/use-list-state.js';
import { useOpenRecord } from '../../records/use-open-record.js';
import { useRecordList } from '../../records/use-record-list.js';
import { useStableHandler } from '../../records/use-stable-handler.js';
import { projectStatuses as statuses } from '../statuses/project-statuses.js';
import { statusOptions } from '../statuses/status-options.js';
import { projectActionsWidth, projectColumns } from './project-columns.js';
import { ProjectDrawer } from './project-drawer.js';
import { projectEditForm, projectForm } from './project-form.js';
import { projectKind } from './project-kind.js';
import { ProjectRowActions, projectPhoneRow } from './project-row.js';
import { useProjectActions } from './use-project-actions.js';

const shape: ListShape = { sorts: projectSorts, filters: { status: projectStatuses } };

const filters: readonly ListFilter[] = [
  { name: 'status', label: 'Status', all: 'All statuses', options: statusOptions(statuses) },
];

const keyHints = [
  { keys: ['S'], label: 'Status' },
  { keys: ['E'], label: 'Edit' },
];

/** The page with the table of projects, and the open project in a drawer (specification, section 2). */
export default function ProjectListPage() {
  const opened = useOpenRecord(projectKind);
  const state = useListState(shape);
  const list = useRecordList(projectKind, state.query);
  const actions = useProjectActions();
  const form = useFormRoute();
  const { savingStatus, setStatus } = actions;
  const columns = useMemo(() => projectColumns(savingStatus, setStatus), [savingStatus, setStatus]);
  const edit = useStableHandler((project: Project) => form.openEdit(project.id));
  const rowOf = (project: Project) => ({
    project,
    deleting: actions.busy.has(project.id),
    saving: savingStatus.has(project.id),
    onView: opened.open,
    onEdit: edit,
    setStatus,
    remove: actions.remove,
  });

  return (
    <>
      <PageHead
        title={projectKind.title}
        count={list.total}
        action={
          <>
            <ExportButton list="projects" query={state.query} />
            <AddButton kind={projectKind} onClick={form.openAdd} primary />
          </>
        }
      />
      <RecordToolbar kind={projectKind} list={state} filters={filters} />
      <RecordTable
        kind={projectKind}
        list={list}
        state={state}
        opened={opened}
        columns={columns}
        actionsWidth={projectActionsWidth}
        rowActions={(project) => <ProjectRowActions {...rowOf(project)} />}
        phoneRow={(project) => projectPhoneRow(rowOf(project))}
        empty={{
          title: 'No projects yet',
          detail: 'Convert a lead, or add the first one here.',
          action: <AddButton kind={projectKind} onClick={form.openAdd} />,
        }}
        keyHints={keyHints}
      />
      <ProjectDrawer opened={opened} list={list} actions={actions} onEdit={form.openEdit} />
      <RecordDialog of={form.editing ? projectEditForm : projectForm} route={form} />
    </>
  );
}

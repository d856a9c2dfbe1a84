import { type ExportList, exportLists } from '@docfolio/contracts/entities/export';
import type { Column } from '@docfolio/ui/tables/data-table';
import type { ReactNode } from 'react';
import { AddButton } from './add-button.js';
import { ExportButton } from './export-button.js';
import type { RecordForm } from './form-field.js';
import { onDemand } from './on-demand.js';
import { PageHead } from './page-head.js';
import type { RecordDrawerProps } from './record-drawer.js';
import type { CrmRecord, EditableRecord } from './record-kind.js';
import { keyHintsOf, phoneRowOf, RowActions, type RowDescription } from './record-row.js';
import { RecordTable } from './record-table.js';
import { RecordToolbar } from './record-toolbar.js';
import type { RecordPageState } from './use-record-page.js';

interface RecordPageProps<R extends CrmRecord> {
  page: RecordPageState<R>;
  columns: readonly Column<R>[];
  row: RowDescription<R>;
  /** Shows a menu in each table row. Default: only if there is a form. */
  rowMenu?: boolean;
  /** Width of the actions' column in CSS px. */
  actionsWidth?: number;
  /** The form that adds and edits records; `editForm` replaces it for editing. Default: neither is possible. */
  form?: RecordForm<R & EditableRecord>;
  editForm?: RecordForm<R & EditableRecord>;
  /** Shown while there are no records at all. */
  emptyDetail: string;
  /** Default: none; `children` has one of its own. */
  drawer?: RecordDrawerProps<R>['render'];
  drawerTitle?: string;
  searchPlaceholder?: string;
  /** Shown beside the title; `toolbar`: after the filters. */
  headTools?: ReactNode;
  toolbar?: ReactNode;
  children?: ReactNode;
}

const RecordDrawer = onDemand<RecordDrawerProps<CrmRecord>>({
  load: async () => (await import('./record-drawer.js')).RecordDrawer,
  isOpen: ({ page }) => page.opened.id !== undefined,
  close: ({ page }) => page.opened.close(),
  words: 'The drawer could not be loaded.',
}) as <R extends CrmRecord>(props: RecordDrawerProps<R>) => ReactNode;

/** The list page of a kind: table with search and filters, the open record in a drawer, and the form. */
export function RecordPage<R extends CrmRecord>(props: RecordPageProps<R>) {
  const { page, row, form, editForm = form, emptyDetail, rowMenu = form !== undefined } = props;
  const { kind, list, state, filters } = page;
  const first = list.rows[0];
  const rowOf = (record: R) => ({ page, record, row, editable: form !== undefined, withMenu: rowMenu });
  const add = (primary: boolean) => form && <AddButton kind={kind} onClick={page.form.openAdd} primary={primary} />;
  return (
    <>
      <PageHead
        title={kind.title}
        count={list.total}
        action={
          <>
            {props.headTools}
            {isExported(kind.topic) && <ExportButton list={kind.topic} query={state.query} />}
            {add(true)}
          </>
        }
      />
      <RecordToolbar kind={kind} list={state} placeholder={props.searchPlaceholder} filters={filters}>
        {props.toolbar}
      </RecordToolbar>
      <RecordTable
        {...page}
        columns={props.columns}
        actionsWidth={props.actionsWidth}
        rowActions={(record) => <RowActions {...rowOf(record)} />}
        phoneRow={(record) => phoneRowOf(rowOf(record))}
        empty={{ title: `No ${kind.many} yet`, detail: emptyDetail, action: add(false) }}
        keyHints={first && keyHintsOf(rowOf(first))}
      />
      {props.drawer && (
        <RecordDrawer page={page} title={props.drawerTitle} editable={form !== undefined} render={props.drawer} />
      )}
      {form && editForm && <form.Dialog of={page.form.editing ? editForm : form} route={page.form} />}
      {props.children}
    </>
  );
}

const isExported = (topic: string): topic is ExportList => exportLists.some((list) => list === topic);

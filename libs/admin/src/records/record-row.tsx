import { IconButton } from '@docfolio/ui/buttons/icon-button';
import type { KeyHint } from '@docfolio/ui/keyboard/key-hints';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { memo, type ReactNode } from 'react';
import type { CrmRecord, RecordKind } from './record-kind.js';
import { deleteItem, editItem, RecordMenu, type RecordMenuItem, viewItem } from './record-menu.js';
import { RecordStatus } from './record-status.js';
import { Dot, TimeText } from './time-text.js';
import type { RecordPageState } from './use-record-page.js';

/** Menu items that rows of every kind can use. */
export type OwnItems = Readonly<Record<'view' | 'edit' | 'remove', RecordMenuItem>>;

export interface RowDescription<R extends CrmRecord> {
  /** Returns a row's icon buttons. Default: none. */
  buttons?: (record: R, own: OwnItems) => readonly RecordMenuItem[];
  /** Returns the groups of the row's menu. The items must call stable functions: rows are memoised. */
  menu?: (record: R, own: OwnItems) => readonly (readonly RecordMenuItem[])[];
  /** The row on a phone. Default `title`: the primary column. Kinds with `statuses` ignore `status`. */
  phone: (record: R) => { at: string; detail: ReactNode } & Partial<Pick<PhoneRowParts, 'title' | 'status'>>;
}

export interface RowProps<R extends CrmRecord> {
  page: RecordPageState<R>;
  record: R;
  row: RowDescription<R>;
  editable: boolean;
  /** Shows the menu beside the buttons; phones always show it. */
  withMenu: boolean;
}

function ownItems<R extends CrmRecord>({ page, record }: RowProps<R>): OwnItems {
  const { removing, busy, opened, edit, remove } = page;
  return {
    view: viewItem(() => opened.open(record)),
    edit: { ...editItem(() => edit(record)), shortcut: 'E' },
    remove: { ...deleteItem(() => remove(record), busy.has(record.id)), busy: removing.has(record.id) },
  };
}

function subjectOf<R extends CrmRecord>({ subjectOf, nameOf }: RecordKind<R>, record: R): string {
  return subjectOf ? `: ${subjectOf(record)}` : ` ${nameOf(record)}`;
}

function RowMenu<R extends CrmRecord>({ className, ...props }: RowProps<R> & { className?: string }) {
  const { page, record, row, editable } = props;
  const own = ownItems(props);
  const groups = row.menu?.(record, own) ?? [editable ? [own.view, own.edit] : [own.view], [own.remove]];
  const name = page.kind.subjectOf?.(record) ?? page.kind.nameOf(record);
  return (
    <RecordMenu label={`Actions for ${name}`} className={className} busy={page.busy.has(record.id)} groups={groups} />
  );
}

function Actions<R extends CrmRecord>(props: RowProps<R>) {
  const { page, record, row, withMenu } = props;
  return (
    <>
      {row.buttons?.(record, ownItems(props)).map(({ label, icon: Icon, shortcut, busy, disabled, onSelect }) => (
        <IconButton
          key={label}
          label={`${label}${subjectOf(page.kind, record)}`}
          shortcut={shortcut}
          size="sm"
          busy={busy}
          aria-disabled={disabled}
          onClick={onSelect}
        >
          {Icon && <Icon aria-hidden size={16} strokeWidth={1.75} />}
        </IconButton>
      ))}
      {withMenu && <RowMenu {...props} />}
    </>
  );
}

export const RowActions = memo(Actions, (before, now) => {
  const { id } = now.record;
  const same = (set: 'busy' | 'saving') => before.page[set].has(id) === now.page[set].has(id);
  return before.record === now.record && same('busy') && same('saving');
}) as typeof Actions;

export function phoneRowOf<R extends CrmRecord>(props: RowProps<R>): PhoneRowParts {
  const { page, record, row } = props;
  const { at, detail, title, status } = row.phone(record);
  return {
    title,
    meta: (
      <>
        <TimeText at={at} as="short" />
        {detail && <Dot />}
        {detail}
      </>
    ),
    status: page.kind.statuses ? <RecordStatus page={page} record={record} /> : status,
    actions: <RowMenu {...props} className="size-11" />,
  };
}

/** Returns the keys that change a row's status or press its buttons, for the table's footer. */
export function keyHintsOf<R extends CrmRecord>(props: RowProps<R>): KeyHint[] {
  const { page, record, row } = props;
  const status = page.kind.statuses ? [{ keys: ['S'], label: 'Status' }] : [];
  const buttons = row.buttons?.(record, ownItems(props)) ?? [];
  return [...status, ...buttons.flatMap(({ shortcut, label }) => (shortcut ? [{ keys: [shortcut], label }] : []))];
}

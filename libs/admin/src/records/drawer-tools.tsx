import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { toast } from '@docfolio/ui/runtime';
import { Check, Link2, Pencil } from 'lucide-react';
import type { CrmRecord } from './record-kind.js';
import { deleteItem, RecordMenu, type RecordMenuItem } from './record-menu.js';
import type { RecordPageState } from './use-record-page.js';

interface DrawerToolsProps<R extends CrmRecord> {
  page: RecordPageState<R>;
  record: R;
  editable: boolean;
  items: readonly RecordMenuItem[];
}

/** The buttons of a record's drawer: copy the link, edit, and a menu of `items` and 'Delete'. */
export function DrawerTools<R extends CrmRecord>({ page, record, editable, items }: DrawerToolsProps<R>) {
  const { kind, opened, edit, remove, busy } = page;
  const { state, copy } = useCopy();
  const copyLink = async () => {
    const copied = await copy(new URL(`${kind.path}/${record.id}`, window.location.origin).href);
    if (copied) toast({ title: 'Link copied!' });
    else toast({ title: 'Error', description: 'The link could not be copied.', variant: 'destructive' });
  };
  return (
    <>
      <IconButton label="Copy link" size="sm" onClick={() => void copyLink()}>
        {state === 'copied' ? (
          <Check aria-hidden size={16} strokeWidth={1.75} className="text-accent" />
        ) : (
          <Link2 aria-hidden size={16} strokeWidth={1.75} />
        )}
      </IconButton>
      {editable && (
        <IconButton label={`Edit ${kind.one}`} shortcut="E" size="sm" onClick={() => edit(record)}>
          <Pencil aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      )}
      <RecordMenu
        label="More"
        groups={[items, [{ ...deleteItem(() => remove(record, opened.close)), label: `Delete ${kind.one}` }]]}
        busy={busy.has(record.id)}
      />
    </>
  );
}

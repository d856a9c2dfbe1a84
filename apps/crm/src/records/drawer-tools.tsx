import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { useCopy } from '@docfolio/ui/buttons/use-copy';
import { toast } from '@docfolio/ui/runtime';
import { Check, Link2, Pencil } from 'lucide-react';
import type { CrmRecord, RecordKind } from './record-kind.js';
import { RecordMenu, type RecordMenuItem } from './record-menu.js';

interface DrawerToolsProps<R extends CrmRecord> {
  kind: RecordKind<R>;
  record: R;
  /** Opens the record's form; without it there is no Edit button. */
  onEdit?: () => void;
  /** Items of the three-dot menu, grouped by hairlines. */
  groups: readonly (readonly RecordMenuItem[])[];
  busy?: boolean;
}

export function DrawerTools<R extends CrmRecord>({ kind, record, onEdit, groups, busy }: DrawerToolsProps<R>) {
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
      {onEdit && (
        <IconButton label={`Edit ${kind.one}`} shortcut="E" size="sm" onClick={onEdit}>
          <Pencil aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      )}
      <RecordMenu label="More" groups={groups} busy={busy} />
    </>
  );
}

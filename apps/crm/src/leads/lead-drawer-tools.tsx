import type { Lead } from '@docfolio/contracts/lead';
import { IconButton } from '@docfolio/ui/icon-button';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@docfolio/ui/menu';
import { toast } from '@docfolio/ui/runtime';
import { useCopy } from '@docfolio/ui/use-copy';
import { Check, EllipsisVertical, Link2, OctagonAlert, Pencil, Trash2, Undo2 } from 'lucide-react';
import type { LeadActions } from './use-lead-actions.js';

/** The drawer's bar: copy the address, edit, and what is done rarely. */
export function LeadDrawerTools({
  lead,
  actions,
  onEdit,
  onDeleted,
}: {
  lead: Lead;
  actions: LeadActions;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const { state, copy } = useCopy();
  const busy = actions.busy.has(lead.id);
  const copyLink = async () => {
    const copied = await copy(new URL(`/admin/leads/${lead.id}`, window.location.origin).href);
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
      <IconButton label="Edit lead" shortcut="E" size="sm" onClick={onEdit}>
        <Pencil aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <Menu>
        <MenuTrigger>
          <IconButton label="More" size="sm" tooltip="none" busy={busy}>
            <EllipsisVertical aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        </MenuTrigger>
        <MenuContent align="end">
          {lead.is_spam ? (
            <MenuItem icon={<Undo2 size={16} strokeWidth={1.75} />} onSelect={() => actions.setSpam(lead, false)}>
              Not spam
            </MenuItem>
          ) : (
            <MenuItem icon={<OctagonAlert size={16} strokeWidth={1.75} />} onSelect={() => actions.setSpam(lead, true)}>
              Mark as spam
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 size={16} strokeWidth={1.75} />}
            onSelect={() => actions.remove(lead, onDeleted)}
          >
            Delete lead
          </MenuItem>
        </MenuContent>
      </Menu>
    </>
  );
}

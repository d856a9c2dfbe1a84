import type { Lead } from '@docfolio/contracts/lead';
import type { PhoneRowParts } from '@docfolio/ui/data-table';
import { IconButton } from '@docfolio/ui/icon-button';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@docfolio/ui/menu';
import { EllipsisVertical, Eye, Pencil, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { LeadStatusMenu } from './lead-columns.js';
import { createdExactly, createdShort } from './lead-texts.js';
import type { LeadActions } from './use-lead-actions.js';

/** A lead on a phone: its name over date and company (the e-mail stands in for a missing one), status, and the rest in a menu. */
export function leadPhoneRow({
  lead,
  actions,
  onView,
  onEdit,
}: {
  lead: Lead;
  actions: LeadActions;
  onView: (lead: Lead) => void;
  onEdit: (lead: Lead) => void;
}): PhoneRowParts {
  return {
    meta: (
      <>
        <time dateTime={lead.created_at} title={createdExactly(lead)} className="mono text-mono">
          {createdShort(lead)}
        </time>
        <span aria-hidden="true" className="mx-2">
          ·
        </span>
        {lead.company ?? lead.email}
      </>
    ),
    status: <LeadStatusMenu lead={lead} saving={actions.savingStatus.has(lead.id)} onChange={actions.setStatus} />,
    actions: (
      <MoreMenu
        lead={lead}
        busy={actions.busy.has(lead.id)}
        onView={onView}
        onEdit={onEdit}
        onDelete={actions.remove}
      />
    ),
  };
}

interface MoreMenuProps {
  lead: Lead;
  busy: boolean;
  onView: (lead: Lead) => void;
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
}

const MoreMenu = memo(function MoreMenu({ lead, busy, onView, onEdit, onDelete }: MoreMenuProps) {
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label={`More for ${lead.name}`} tooltip="none" className="size-11">
          <EllipsisVertical aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuItem icon={<Eye size={16} strokeWidth={1.75} />} onSelect={() => onView(lead)}>
          View
        </MenuItem>
        <MenuItem icon={<Pencil size={16} strokeWidth={1.75} />} onSelect={() => onEdit(lead)}>
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 size={16} strokeWidth={1.75} />}
          disabled={busy}
          onSelect={() => onDelete(lead)}
        >
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>
  );
});

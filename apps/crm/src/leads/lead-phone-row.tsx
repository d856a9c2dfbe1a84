import type { Lead } from '@docfolio/contracts/lead';
import type { PhoneRowParts } from '@docfolio/ui/data-table';
import { IconButton } from '@docfolio/ui/icon-button';
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '@docfolio/ui/menu';
import { EllipsisVertical, Eye, Pencil, Trash2 } from 'lucide-react';
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
  onView: () => void;
  onEdit: () => void;
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
    status: <LeadStatusMenu lead={lead} saving={actions.savingStatus} onChange={actions.setStatus} />,
    actions: (
      <Menu>
        <MenuTrigger>
          <IconButton label={`More for ${lead.name}`} tooltip="none" className="size-11">
            <EllipsisVertical aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={<Eye size={16} strokeWidth={1.75} />} onSelect={onView}>
            View
          </MenuItem>
          <MenuItem icon={<Pencil size={16} strokeWidth={1.75} />} onSelect={onEdit}>
            Edit
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 size={16} strokeWidth={1.75} />}
            disabled={actions.busy.has(lead.id)}
            onSelect={() => actions.remove(lead)}
          >
            Delete
          </MenuItem>
        </MenuContent>
      </Menu>
    ),
  };
}

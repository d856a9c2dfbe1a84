import type { Lead } from '@docfolio/contracts/lead';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { deleteItem, editItem, RecordMenu, viewItem } from '../../records/record-menu.js';
import { Dot, TimeText } from '../../records/time-text.js';
import { LeadStatusMenu } from './lead-columns.js';
import type { LeadActions } from './use-lead-actions.js';

interface LeadPhoneRowOptions {
  lead: Lead;
  actions: LeadActions;
  onView: (lead: Lead) => void;
  onEdit: (lead: Lead) => void;
}

/** Returns the parts of a lead's row on a phone. */
export function leadPhoneRow({ lead, actions, onView, onEdit }: LeadPhoneRowOptions): PhoneRowParts {
  return {
    meta: (
      <>
        <TimeText at={lead.created_at} as="short" />
        <Dot />
        {lead.company ?? lead.email}
      </>
    ),
    status: <LeadStatusMenu lead={lead} saving={actions.savingStatus.has(lead.id)} onChange={actions.setStatus} />,
    actions: (
      <RecordMenu
        label={`More for ${lead.name}`}
        className="size-11"
        groups={[
          [viewItem(() => onView(lead)), editItem(() => onEdit(lead))],
          [deleteItem(() => actions.remove(lead), actions.busy.has(lead.id))],
        ]}
      />
    ),
  };
}

import { RecordDrawer } from '@docfolio/admin/records/record-drawer';
import type { Lead } from '@docfolio/contracts/entities/lead';
import { Button } from '@docfolio/ui/buttons/button';
import { OctagonAlert, Undo2, UserCheck } from 'lucide-react';
import { NoteBox } from '../timeline/note-box.js';
import { Timeline } from '../timeline/timeline.js';
import { LeadFields } from './lead-fields.js';
import type { LeadPage } from './use-lead-page.js';

export interface LeadDrawerProps {
  page: LeadPage;
  /** Opens the dialog that converts the lead with this id. */
  onConvert: (id: string) => void;
}

/** The drawer of a lead: its fields and its timeline. */
export function LeadDrawer({ page, onConvert }: LeadDrawerProps) {
  return (
    <RecordDrawer
      page={page}
      editable
      render={(lead) => ({
        subtitle: lead.company,
        action: <ConvertButton lead={lead} onConvert={onConvert} />,
        items: [
          lead.is_spam
            ? { label: 'Not spam', icon: Undo2, onSelect: () => page.setSpam(lead, false) }
            : { label: 'Mark as spam', icon: OctagonAlert, onSelect: () => page.setSpam(lead, true) },
        ],
        children: (
          <>
            <LeadFields lead={lead} page={page} />
            <Timeline subjectId={lead.id} subject="lead" />
          </>
        ),
        footer: <NoteBox subjectId={lead.id} />,
      })}
    />
  );
}

/** Opens the conversion dialog. Hidden for spam, and for leads that have both client and project. */
function ConvertButton({ lead, onConvert }: { lead: Lead; onConvert: (id: string) => void }) {
  if (lead.is_spam || (lead.client_id && lead.project_id)) return null;
  return (
    <Button
      size="sm"
      variant={lead.client_id ? 'outline' : 'primary'}
      icon={<UserCheck aria-hidden size={16} strokeWidth={1.75} />}
      onClick={() => onConvert(lead.id)}
    >
      {lead.client_id ? 'Add project' : 'Convert to client'}
    </Button>
  );
}

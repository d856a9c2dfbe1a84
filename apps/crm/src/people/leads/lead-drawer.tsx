import type { Lead } from '@docfolio/contracts/lead';
import { Button } from '@docfolio/ui/buttons/button';
import { OctagonAlert, Undo2, UserCheck } from 'lucide-react';
import { DrawerTools } from '../../records/drawer-tools.js';
import { RecordDrawer } from '../../records/record-drawer.js';
import { deleteItem } from '../../records/record-menu.js';
import type { OpenRecord } from '../../records/use-open-record.js';
import type { RecordListQuery } from '../../records/use-record-list.js';
import { NoteBox } from '../timeline/note-box.js';
import { Timeline } from '../timeline/timeline.js';
import { LeadFields } from './lead-fields.js';
import { leadKind } from './lead-kind.js';
import type { LeadActions } from './use-lead-actions.js';

interface LeadDrawerProps {
  opened: OpenRecord<Lead>;
  list: RecordListQuery<Lead>;
  actions: LeadActions;
  onEdit: (id: string) => void;
  onConvert: (id: string) => void;
}

export function LeadDrawer({ opened, list, actions, onEdit, onConvert }: LeadDrawerProps) {
  return (
    <RecordDrawer
      kind={leadKind}
      opened={opened}
      list={list}
      render={(lead) => ({
        subtitle: lead.company,
        action: <ConvertButton lead={lead} onConvert={onConvert} />,
        tools: (
          <DrawerTools
            kind={leadKind}
            record={lead}
            busy={actions.busy.has(lead.id)}
            onEdit={() => onEdit(lead.id)}
            groups={[
              [
                lead.is_spam
                  ? { label: 'Not spam', icon: Undo2, onSelect: () => actions.setSpam(lead, false) }
                  : { label: 'Mark as spam', icon: OctagonAlert, onSelect: () => actions.setSpam(lead, true) },
              ],
              [{ ...deleteItem(() => actions.remove(lead, opened.close)), label: 'Delete lead' }],
            ]}
          />
        ),
        children: (
          <>
            <LeadFields lead={lead} actions={actions} />
            <Timeline subjectId={lead.id} subject="lead" />
          </>
        ),
        footer: <NoteBox subjectId={lead.id} />,
      })}
    />
  );
}

/** The button that opens the conversion dialog. Hidden for spam, and for leads that have a client and a project. */
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

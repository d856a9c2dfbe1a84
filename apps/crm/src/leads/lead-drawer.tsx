import type { Lead } from '@docfolio/contracts/lead';
import { OctagonAlert, Undo2 } from 'lucide-react';
import { DrawerTools } from '../records/drawer-tools.js';
import { RecordDrawer } from '../records/record-drawer.js';
import { deleteItem } from '../records/record-menu.js';
import type { OpenRecord } from '../records/use-open-record.js';
import type { RecordListQuery } from '../records/use-record-list.js';
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
}

/** One lead over the list: what it says, what has happened to it, what can be done with it. */
export function LeadDrawer({ opened, list, actions, onEdit }: LeadDrawerProps) {
  return (
    <RecordDrawer
      kind={leadKind}
      opened={opened}
      list={list}
      render={(lead) => ({
        subtitle: lead.company,
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

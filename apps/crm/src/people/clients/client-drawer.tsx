import type { Client } from '@docfolio/contracts/client';
import { DrawerTools } from '../../records/drawer-tools.js';
import { RecordDrawer } from '../../records/record-drawer.js';
import { deleteItem } from '../../records/record-menu.js';
import type { OpenRecord } from '../../records/use-open-record.js';
import type { RecordActions } from '../../records/use-record-actions.js';
import type { RecordListQuery } from '../../records/use-record-list.js';
import { NoteBox } from '../timeline/note-box.js';
import { Timeline } from '../timeline/timeline.js';
import { ClientFields } from './client-fields.js';
import { clientKind } from './client-kind.js';
import { ClientProjects } from './client-projects.js';

interface ClientDrawerProps {
  opened: OpenRecord<Client>;
  list: RecordListQuery<Client>;
  actions: RecordActions<Client>;
  onEdit: (id: string) => void;
  onAddProject: () => void;
}

export function ClientDrawer({ opened, list, actions, onEdit, onAddProject }: ClientDrawerProps) {
  return (
    <RecordDrawer
      kind={clientKind}
      opened={opened}
      list={list}
      render={(client) => ({
        subtitle: client.company,
        tools: (
          <DrawerTools
            kind={clientKind}
            record={client}
            busy={actions.busy.has(client.id)}
            onEdit={() => onEdit(client.id)}
            groups={[[{ ...deleteItem(() => actions.remove(client, opened.close)), label: 'Delete client' }]]}
          />
        ),
        children: (
          <>
            <ClientFields client={client} />
            <ClientProjects clientId={client.id} onAdd={onAddProject} />
            <Timeline subjectId={client.id} subject="client" />
          </>
        ),
        footer: <NoteBox subjectId={client.id} />,
      })}
    />
  );
}

import type { Client } from '@docfolio/contracts/client';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import type { PhoneRowParts } from '@docfolio/ui/tables/data-table';
import { Pencil } from 'lucide-react';
import { memo } from 'react';
import { deleteItem, editItem, RecordMenu, viewItem } from '../../records/record-menu.js';
import { Dot, TimeText } from '../../records/time-text.js';
import type { RecordActions } from '../../records/use-record-actions.js';

interface ClientRowProps {
  client: Client;
  deleting: boolean;
  /** The handlers must be stable, because rows are memoised. */
  onView: (client: Client) => void;
  onEdit: (client: Client) => void;
  remove: RecordActions<Client>['remove'];
}

function ClientMenu({ client, deleting, onView, onEdit, remove, className }: ClientRowProps & { className?: string }) {
  return (
    <RecordMenu
      label={`Actions for ${client.name}`}
      className={className}
      groups={[
        [viewItem(() => onView(client)), editItem(() => onEdit(client))],
        [deleteItem(() => remove(client), deleting)],
      ]}
    />
  );
}

/** The buttons of a client's row. The table's key E presses the edit button. */
export const ClientRowActions = memo(function ClientRowActions(props: ClientRowProps) {
  const { client, onEdit } = props;
  return (
    <>
      <IconButton label={`Edit ${client.name}`} shortcut="E" size="sm" onClick={() => onEdit(client)}>
        <Pencil aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <ClientMenu {...props} />
    </>
  );
});

/** Returns the parts of a client's row on a phone. */
export function clientPhoneRow(props: ClientRowProps): PhoneRowParts {
  const { client } = props;
  return {
    meta: (
      <>
        <TimeText at={client.created_at} as="short" />
        <Dot />
        {client.company ?? client.email}
      </>
    ),
    actions: <ClientMenu {...props} className="size-11" />,
  };
}

import type { Client } from '@docfolio/contracts/client';
import type { PhoneRowParts } from '@docfolio/ui/data-table';
import { IconButton } from '@docfolio/ui/icon-button';
import { Pencil } from 'lucide-react';
import { memo } from 'react';
import { deleteItem, editItem, RecordMenu, viewItem } from '../../records/record-menu.js';
import { Dot, TimeText } from '../../records/time-text.js';
import type { RecordActions } from '../../records/use-record-actions.js';

interface ClientRowProps {
  client: Client;
  deleting: boolean;
  /** Each the same function on every render: hundreds of rows hold one. */
  onView: (client: Client) => void;
  onEdit: (client: Client) => void;
  remove: RecordActions<Client>['remove'];
}

/** The menu of the specification, section 2. */
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

/** What stands at the end of a client's row: the pencil is there for the key E. */
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

/** A client on a phone: their name over date and company; the e-mail stands in for a missing one. */
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

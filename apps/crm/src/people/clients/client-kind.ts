import { type Client, clients } from '@docfolio/contracts/client';
import { peopleTrash } from '@docfolio/contracts/trash';
import { Users } from 'lucide-react';
import type { RecordKind } from '../../records/record-kind.js';

export const clientKind: RecordKind<Client, 'clients'> = {
  topic: 'clients',
  path: '/admin/clients',
  drawer: true,
  icon: Users,
  sidebar: { group: 'people' },
  goKey: 'c',
  count: 'clients',
  one: 'client',
  many: 'clients',
  title: 'Clients',
  nameOf: ({ name }) => name,
  paletteEntryOf: ({ name, email, company, phone }) => ({
    detail: company ?? email,
    texts: [name, email, company, phone],
  }),
  list: clients.list,
  get: clients.get,
  remove: clients.delete,
  trash: peopleTrash,
  words: {
    fetchFailed: 'Failed to fetch clients',
    toastsFetch: true,
    deleted: 'Client deleted successfully',
    deleteFailed: 'Failed to delete client',
  },
};

import { type Client, clients } from '@docfolio/contracts/client';
import { peopleTrash } from '@docfolio/contracts/trash';
import type { RecordKind } from '../../records/record-kind.js';

export const clientKind: RecordKind<Client> = {
  topic: 'clients',
  path: '/admin/clients',
  one: 'client',
  many: 'clients',
  title: 'Clients',
  nameOf: ({ name }) => name,
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

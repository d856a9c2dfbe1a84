import { type Client, clients } from '@docfolio/contracts/client';
import { Users } from 'lucide-react';
import { type RecordKind, recordKind } from '../../records/record-kind.js';

export const clientKind: RecordKind<Client, 'clients'> = recordKind({
  ...clients,
  topic: 'clients',
  icon: Users,
  sidebar: { group: 'people' },
  goKey: 'c',
  count: 'clients',
  one: 'client',
  nameOf: ({ name }) => name,
  paletteEntryOf: ({ name, email, company, phone }) => ({
    detail: company ?? email,
    texts: [name, email, company, phone],
  }),
});

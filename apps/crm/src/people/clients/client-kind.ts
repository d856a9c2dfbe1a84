import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { type Client, clients } from '@docfolio/contracts/entities/client';

export const clientKind: RecordKind<Client, 'clients'> = recordKind({
  ...clients,
  topic: 'clients',
  nameOf: ({ name }) => name,
  paletteEntryOf: ({ name, email, company, phone }) => ({
    detail: company ?? email,
    texts: [name, email, company, phone],
  }),
});

import type { RecordLink } from '@docfolio/contracts/core/record-link';
import { type Client, type ClientListQuery, client, clientSorts } from '@docfolio/contracts/entities/client';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import { type OwnFields, storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import { emailKey } from '../../records/email-key.js';

export type ClientFields = OwnFields<Client> & {
  /** Normalised email address, to find duplicates. */
  email_key: string;
};

export const clientSchema = recordSchema<ClientFields>(
  storedFields<ClientFields>(client, { email_key: { type: String, required: true } }),
  {
    search: ['name', 'email', 'company', 'phone'],
    sort: ['name', 'email', 'company'],
    indexes: [
      { serves: 'clients by time', fields: { created_at: -1, _id: -1 } },
      { serves: 'clients by name', fields: { 'sort_keys.name': 1, _id: 1 } },
      { serves: 'clients by e-mail', fields: { 'sort_keys.email': 1, _id: 1 } },
      { serves: 'clients by company', fields: { 'sort_keys.company': 1, _id: 1 } },
      // Serves every sort, because an address has few clients.
      { serves: 'clients of an address by time', fields: { email_key: 1, created_at: -1, _id: -1 } },
    ],
  },
);

@RepositoryOf('clients')
export class ClientsRepository extends RecordRepository<ClientFields> {
  listClients({ email, ...query }: ClientListQuery) {
    return this.list(query, { filter: email ? { email_key: emailKey(email) } : {}, sorts: clientSorts });
  }

  /** Returns links to those of the clients that are not deleted, keyed by id. Index: _id. */
  async linksTo(ids: readonly string[]): Promise<Map<string, RecordLink>> {
    if (ids.length === 0) return new Map();
    const found = await this.model
      .find({ _id: { $in: [...new Set(ids)] }, deleted_at: null }, { name: 1 })
      .lean<{ _id: string; name: string }[]>();
    return new Map(found.map(({ _id, name }) => [_id, { id: _id, label: name }]));
  }
}

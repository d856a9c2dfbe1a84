import {
  type Client,
  type ClientListQuery,
  type ClientPatch,
  clientChanged,
  type NewClient,
} from '@docfolio/contracts/client';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { adminOf } from '../records/admin-of.js';
import { changedFields } from '../records/changed-fields.js';
import { emailKey } from '../records/email-key.js';
import { type ClientFields, ClientsRepository } from './clients.repository.js';

/** What an edit can change. */
const edited = ['name', 'email', 'phone', 'company', 'billing_address'] as const;

@Injectable()
export class ClientsService {
  constructor(private readonly clients: ClientsRepository) {}

  /**
   * Writes down a client.
   * @param call whose `recordId` becomes the client's
   * @param leadId the lead that they were before
   */
  add(added: NewClient, call: CallContext, leadId: string | null = null) {
    const client = { ...added, email_key: emailKey(added.email), lead_id: leadId };
    return this.clients.create(call.recordId, call.bodyHash, client, (stored) => [
      told(stored, 'created', adminOf(call)),
    ]);
  }

  list(query: ClientListQuery) {
    return this.clients.listClients(query);
  }

  get(id: string) {
    return this.clients.get(id);
  }

  /** The living ones among these, by id. */
  linksTo(ids: readonly string[]) {
    return this.clients.linksTo(ids);
  }

  patch({ id, version, ...changes }: ClientPatch, call: CallContext) {
    const email_key = changes.email === undefined ? undefined : emailKey(changes.email);
    return this.clients.patch(
      id,
      { ...changes, email_key },
      {
        version,
        events: (client, before) => {
          const fields = changedFields(before, client, edited);
          return fields.length > 0 ? [told(client, 'changed', adminOf(call), fields)] : [];
        },
      },
    );
  }

  delete(id: string, call: CallContext) {
    return this.clients.softDelete(id, (client) => [told(client, 'deleted', adminOf(call))]);
  }

  /** Brings a deleted client back. @param actor the admin's e-mail address @throws ProblemError `not_found` */
  @FromTrash<ClientFields>('clients', {
    fields: ['name', 'email'],
    row: ({ name, email }) => ({ title: name, detail: email }),
  })
  restore(id: string, actor: string | null) {
    return this.clients.restore(id, (client) => [told(client, 'restored', actor)]);
  }
}

type Act = 'created' | 'changed' | 'deleted' | 'restored';

function told({ id, lead_id }: Pick<Client, 'id' | 'lead_id'>, act: Act, actor: string | null, fields: string[] = []) {
  return occurred(clientChanged, { id, act, actor, lead_id, fields });
}

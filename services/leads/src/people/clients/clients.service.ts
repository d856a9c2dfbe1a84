import {
  type Client,
  type ClientListQuery,
  type ClientPatch,
  clientChanged,
  clients,
  type NewClient,
  newClient,
} from '@docfolio/contracts/client';
import type { LiveAction } from '@docfolio/contracts/live';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { adminOf } from '../../records/admin-of.js';
import { changedFields } from '../../records/changed-fields.js';
import { emailKey } from '../../records/email-key.js';
import { type Column, ExportedList } from '../../records/exported-list.js';
import { type ClientFields, ClientsRepository } from './clients.repository.js';

/** Fields that an edit can change. */
const edited = Object.keys(newClient.shape) as (keyof NewClient)[];

const columns: Column<Client>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Company', ({ company }) => company],
  ['Billing Address', ({ billing_address }) => billing_address],
  ['Created At', ({ created_at }) => created_at],
];

@Injectable()
export class ClientsService {
  constructor(private readonly clients: ClientsRepository) {}

  /**
   * @param call its `recordId` becomes the client's id
   * @param leadId the lead that is converted
   */
  add(added: NewClient, call: CallContext, leadId: string | null = null) {
    const client = { ...added, email_key: emailKey(added.email), lead_id: leadId };
    return this.clients.create(call.recordId, call.bodyHash, client, (stored) => [
      changed(stored, 'created', adminOf(call)),
    ]);
  }

  @ExportedList('clients', clients.list, columns)
  list(query: ClientListQuery) {
    return this.clients.listClients(query);
  }

  get(id: string) {
    return this.clients.get(id);
  }

  /** Returns links to those of the clients that are not deleted, keyed by id. */
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
          return fields.length > 0 ? [changed(client, 'changed', adminOf(call), fields)] : [];
        },
      },
    );
  }

  delete(id: string, call: CallContext) {
    return this.clients.softDelete(id, (client) => [changed(client, 'deleted', adminOf(call))]);
  }

  /** Restores a deleted client. @param actor the admin's email address @throws ProblemError `not_found` */
  @FromTrash<ClientFields>('clients', {
    fields: ['name', 'email'],
    row: ({ name, email }) => ({ title: name, detail: email }),
  })
  restore(id: string, actor: string | null) {
    return this.clients.restore(id, (client) => [changed(client, 'restored', actor)]);
  }
}

function changed(
  { id, lead_id }: Pick<Client, 'id' | 'lead_id'>,
  act: LiveAction,
  actor: string | null,
  fields: string[] = [],
) {
  return occurred(clientChanged, { id, act, actor, lead_id, fields });
}

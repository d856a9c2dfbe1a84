import type { LiveAction } from '@docfolio/contracts/core/live';
import {
  type Client,
  type ClientListQuery,
  type ClientPatch,
  clientChanged,
  clients,
  type NewClient,
  newClient,
} from '@docfolio/contracts/entities/client';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { RecordService } from '@docfolio/service-kit/mongo/record.service';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
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
export class ClientsService extends RecordService<ClientFields> {
  constructor(protected readonly records: ClientsRepository) {
    super();
  }

  @ExportedList('clients', clients.list, columns)
  list(query: ClientListQuery) {
    return this.records.listClients(query);
  }

  /** @param leadId the lead that is converted */
  override create(added: NewClient, call: CallContext, leadId: string | null = null) {
    return super.create({ ...added, ...emailKeyOf(added), lead_id: leadId }, call);
  }

  override patch(patch: ClientPatch, call: CallContext) {
    return super.patch({ ...patch, ...emailKeyOf(patch) }, call);
  }

  linksTo(ids: readonly string[]) {
    return this.records.linksTo(ids);
  }

  @FromTrash<ClientFields>('clients', {
    fields: ['name', 'email'],
    row: ({ name, email }) => ({ title: name, detail: email }),
  })
  override restore(id: string, actor: string | null) {
    return super.restore(id, actor);
  }

  protected eventsOf(act: LiveAction, client: Client, actor: string | null, before: Client) {
    const fields = changedFields(before, client, edited);
    if (act === 'changed' && fields.length === 0) return [];
    return [occurred(clientChanged, { id: client.id, act, actor, lead_id: client.lead_id, fields })];
  }
}

const emailKeyOf = ({ email }: { email?: string | undefined }) =>
  email === undefined ? {} : { email_key: emailKey(email) };

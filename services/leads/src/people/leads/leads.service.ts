import { honeypotField } from '@docfolio/contracts/core/honeypot';
import type { LiveAction } from '@docfolio/contracts/core/live';
import type { Submitted } from '@docfolio/contracts/core/submission';
import {
  type AddedLead,
  type Lead,
  type LeadListQuery,
  leadChanged,
  leadCreated,
  leads,
  type NewLead,
} from '@docfolio/contracts/entities/lead';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { RecordService } from '@docfolio/service-kit/mongo/record.service';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import { actorOf, type CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type Column, ExportedList } from '../../records/exported-list.js';
import { changeOf } from './lead-change.js';
import { type LeadFields, LeadsRepository } from './leads.repository.js';

type StoredLead = RecordOutput<LeadFields>;

export interface Converted {
  /** Id of the conversion. */
  id: string;
  client_id: string | null;
  project_id: string | null;
}

const columns: Column<Lead>[] = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => phone],
  ['Company', ({ company }) => company],
  ['Status', ({ status }) => status],
  ['Source', ({ source }) => source],
  ['Service Interest', ({ service_interest }) => service_interest],
  ['Project Type', ({ project_type }) => project_type],
  ['Budget', ({ budget_range }) => budget_range],
  ['Timeline', ({ timeline }) => timeline],
  ['Message', ({ message }) => message],
  ['Created At', ({ created_at }) => created_at],
];

@Injectable()
export class LeadsService extends RecordService<LeadFields> {
  constructor(protected readonly records: LeadsRepository) {
    super();
  }

  /** Stores a lead from the contact form. A filled honeypot marks it as spam, which raises no event, so no email. */
  async submit({ [honeypotField]: trap, ...form }: NewLead, call: CallContext): Promise<Submitted> {
    const isSpam = Boolean(trap);
    const lead = { ...form, status: 'new' as const, is_spam: isSpam };
    await this.records.create(call.recordId, call.bodyHash, lead, (stored) =>
      isSpam ? [] : [occurred(leadCreated, { lead: stored, by: 'visitor' })],
    );
    return { id: call.recordId, status: 'stored' };
  }

  override create(added: AddedLead, call: CallContext) {
    return super.create({ ...added, is_spam: false }, call);
  }

  @ExportedList('leads', leads.list, columns)
  list(query: LeadListQuery) {
    return this.records.listLeads(query);
  }

  /** Marks a lead converted, once per conversion. A null id keeps the earlier link. @throws ProblemError `not_found` */
  markConverted(id: string, { id: conversion, client_id, project_id }: Converted, call: CallContext) {
    const change = ({ conversion_ids }: StoredLead): Partial<LeadFields> => {
      const before = conversion_ids ?? [];
      if (before.includes(conversion)) return {};
      return {
        status: 'converted',
        ...(client_id && { client_id }),
        ...(project_id && { project_id }),
        conversion_ids: [...before, conversion],
      };
    };
    return this.records.patch(id, change, { events: changeOf(actorOf(call), { client_id, project_id }) });
  }

  @FromTrash<LeadFields>('leads', {
    fields: ['name', 'email'],
    row: ({ name, email }) => ({ title: name, detail: email }),
  })
  override restore(id: string, actor: string | null) {
    return super.restore(id, actor);
  }

  protected eventsOf(act: LiveAction, lead: StoredLead, actor: string | null, before: StoredLead) {
    if (act === 'created') return [occurred(leadCreated, { lead, by: 'admin', actor })];
    if (act === 'changed') return changeOf(actor)(lead, before);
    return [occurred(leadChanged, { id: lead.id, act, actor, fields: [] })];
  }
}

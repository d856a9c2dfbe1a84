import { honeypotField } from '@docfolio/contracts/honeypot';
import {
  type AddedLead,
  type Lead,
  type LeadListQuery,
  type LeadPatch,
  leadChanged,
  leadCreated,
  leads,
  type NewLead,
} from '@docfolio/contracts/lead';
import type { Submitted } from '@docfolio/contracts/submission';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { adminOf } from '../../records/admin-of.js';
import { type Column, ExportedList } from '../../records/exported-list.js';
import { changeOf } from './lead-change.js';
import { type LeadFields, LeadsRepository } from './leads.repository.js';

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
export class LeadsService {
  constructor(private readonly leads: LeadsRepository) {}

  /**
   * Stores a lead from the contact form. A filled honeypot marks it as spam: it is hidden and raises no event, so no
   * email; the response is the same.
   */
  async submit({ [honeypotField]: trap, ...form }: NewLead, call: CallContext): Promise<Submitted> {
    const isSpam = Boolean(trap);
    const lead = { ...form, status: 'new' as const, is_spam: isSpam };
    await this.leads.create(call.recordId, call.bodyHash, lead, (stored) =>
      isSpam ? [] : [occurred(leadCreated, { lead: stored, by: 'visitor' })],
    );
    return { id: call.recordId, status: 'stored' };
  }

  addLead(added: AddedLead, call: CallContext) {
    return this.leads.create(call.recordId, call.bodyHash, { ...added, is_spam: false }, (stored) => [
      occurred(leadCreated, { lead: stored, by: 'admin', actor: adminOf(call) }),
    ]);
  }

  @ExportedList('leads', leads.list, columns)
  list(query: LeadListQuery) {
    return this.leads.listLeads(query);
  }

  get(id: string) {
    return this.leads.get(id);
  }

  patch({ id, version, ...changes }: LeadPatch, call: CallContext) {
    return this.leads.patch(id, changes, { version, events: changeOf(adminOf(call)) });
  }

  /**
   * Marks a lead converted and links the results. Idempotent per conversion. Links of an earlier conversion stay unless
   * this one replaces them.
   * @throws ProblemError `not_found`
   */
  markConverted(id: string, { id: conversion, client_id, project_id }: Converted, call: CallContext) {
    const change = ({ conversion_ids }: RecordOutput<LeadFields>): Partial<LeadFields> => {
      const before = conversion_ids ?? [];
      if (before.includes(conversion)) return {};
      return {
        status: 'converted',
        ...(client_id && { client_id }),
        ...(project_id && { project_id }),
        conversion_ids: [...before, conversion],
      };
    };
    return this.leads.patch(id, change, { events: changeOf(adminOf(call), { client_id, project_id }) });
  }

  delete(id: string, call: CallContext) {
    return this.leads.softDelete(id, [deletedOrRestored(id, 'deleted', adminOf(call))]);
  }

  /** Restores a deleted lead. @param actor the admin's email address @throws ProblemError `not_found` */
  @FromTrash<LeadFields>('leads', {
    fields: ['name', 'email'],
    row: ({ name, email }) => ({ title: name, detail: email }),
  })
  restore(id: string, actor: string | null) {
    return this.leads.restore(id, [deletedOrRestored(id, 'restored', actor)]);
  }
}

function deletedOrRestored(id: string, act: 'deleted' | 'restored', actor: string | null) {
  return occurred(leadChanged, { id, act, actor, fields: [] });
}

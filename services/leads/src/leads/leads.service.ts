import { honeypotField } from '@docfolio/contracts/honeypot';
import {
  type AddedLead,
  type LeadListQuery,
  type LeadPatch,
  leadChanged,
  leadCreated,
  type NewLead,
} from '@docfolio/contracts/lead';
import type { Submitted } from '@docfolio/contracts/submission';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { adminOf } from '../records/admin-of.js';
import { changeOf } from './lead-change.js';
import { type LeadFields, LeadsRepository } from './leads.repository.js';

/** What a conversion has made of a lead. */
export interface Converted {
  /** The conversion's own id. */
  id: string;
  client_id: string | null;
  project_id: string | null;
}

@Injectable()
export class LeadsService {
  constructor(private readonly leads: LeadsRepository) {}

  /**
   * Stores a visitor's enquiry. A filled honeypot flags it: it is kept out of the list, raises no event, so no mail,
   * and the sender is answered as anybody.
   */
  async submitEnquiry({ [honeypotField]: trap, ...enquiry }: NewLead, call: CallContext): Promise<Submitted> {
    const isSpam = Boolean(trap);
    const lead = { ...enquiry, status: 'new' as const, is_spam: isSpam };
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
   * Links a lead with what it has become and marks it converted, once: a repeat leaves it as it is. What an earlier
   * conversion has made stays linked where this one makes nothing of the kind.
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

  /** Brings a deleted lead back. @param actor the admin's e-mail address @throws ProblemError `not_found` */
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

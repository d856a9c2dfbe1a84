import { honeypotField } from '@docfolio/contracts/honeypot';
import {
  type AddedLead,
  type LeadListQuery,
  type LeadPatch,
  leadCreated,
  type NewLead,
} from '@docfolio/contracts/lead';
import type { Submitted } from '@docfolio/contracts/submission';
import { occurred } from '@docfolio/service-kit/events/outbox';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { LeadsRepository } from './leads.repository.js';

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
      occurred(leadCreated, { lead: stored, by: 'admin' }),
    ]);
  }

  list(query: LeadListQuery) {
    return this.leads.listLeads(query);
  }

  get(id: string) {
    return this.leads.get(id);
  }

  patch({ id, version, ...changes }: LeadPatch) {
    return this.leads.patch(id, changes, { version });
  }

  delete(id: string) {
    return this.leads.softDelete(id);
  }
}

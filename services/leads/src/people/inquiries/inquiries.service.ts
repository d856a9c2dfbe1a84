import type { DomainEvent } from '@docfolio/contracts/core/event';
import { honeypotField } from '@docfolio/contracts/core/honeypot';
import type { Submitted } from '@docfolio/contracts/core/submission';
import type { LeadSource } from '@docfolio/contracts/entities/lead';
import type { serviceInquiryChanged } from '@docfolio/contracts/entities/service-inquiry';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { derivedId } from '@docfolio/service-kit/identity';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import type { LeadFields, LeadsRepository } from '../leads/leads.repository.js';
import type { InquiriesRepository, InquiryQuery } from './inquiries.repository.js';
import { type InquiryBase, ofLead } from './inquiry-base.js';

type Contact = Pick<LeadFields, 'name' | 'email'> & { [honeypotField]?: string | null | undefined };

/** The differences between service and portfolio inquiries. */
export interface InquiryKind<Fields extends InquiryBase, Sent extends Contact> {
  source: LeadSource;
  sorts: readonly string[];
  /** Splits a form into the fields of the inquiry and those of the lead. */
  split(form: Omit<Sent, typeof honeypotField>): { inquiry: Partial<Fields>; lead: Partial<LeadFields> };
  created(inquiry: RecordOutput<Fields>, lead: RecordOutput<LeadFields>): OccurredEvent;
  changed: DomainEvent<(typeof serviceInquiryChanged)['payload']>;
}

/**
 * Manages inquiries of one kind. A submission stores a lead, then the inquiry; only the inquiry raises an event (one
 * email), unless it is spam. Both ids are derived from the submission: a repeat creates what a crash left out.
 */
export abstract class InquiriesService<Fields extends InquiryBase, Sent extends Contact> {
  protected constructor(
    private readonly kind: InquiryKind<Fields, Sent>,
    private readonly inquiries: InquiriesRepository<Fields>,
    private readonly leads: LeadsRepository,
  ) {}

  async submit({ [honeypotField]: trap, ...form }: Sent, call: CallContext): Promise<Submitted> {
    const { inquiry, lead: fields } = this.kind.split(form);
    const is_spam = Boolean(trap);
    const lead = await this.leads.create(derivedId('lead of an inquiry', call.recordId), call.bodyHash, {
      ...fields,
      source: this.kind.source,
      status: 'new',
      is_spam,
    });
    const stored = { ...inquiry, lead_id: lead.id, ...ofLead(lead) };
    await this.inquiries.create(call.recordId, call.bodyHash, stored, (created) =>
      is_spam ? [] : [this.kind.created(created, lead)],
    );
    return { id: call.recordId, status: 'stored' };
  }

  /** Returns a page of inquiries with their senders. The sender is null if the lead is deleted. */
  async list(query: InquiryQuery) {
    const { items, ...rest } = await this.inquiries.listShown(query, this.kind.sorts);
    return { ...rest, items: await this.withPeople(items) };
  }

  async get(id: string) {
    const [inquiry] = await this.withPeople([await this.inquiries.get(id)]);
    return inquiry!;
  }

  delete(id: string) {
    return this.inquiries.softDelete(id, [this.changed(id, 'deleted')]);
  }

  /** Restores an inquiry and copies the current state of its lead, if not purged. @throws ProblemError `not_found` */
  async restore(id: string, _actor: string | null) {
    const restored = await this.inquiries.restore(id, [this.changed(id, 'restored')]);
    await this.followLead((restored as unknown as InquiryBase).lead_id);
    return restored;
  }

  /** Copies spam mark, sender and status of a lead to its inquiries. Idempotent. */
  async followLead(leadId: string): Promise<void> {
    const lead = await this.leads.followed(leadId);
    if (lead) await this.inquiries.follow(leadId, lead, (id) => this.changed(id, 'changed'));
  }

  /** Removes the sender from a lead's inquiries, also from those in the trash. Their texts stay. */
  forgetSender(leadId: string): Promise<void> {
    return this.inquiries.forgetSender(leadId);
  }

  async followAll(): Promise<void> {
    for await (const leadId of this.inquiries.leadsNotFollowed()) await this.followLead(leadId);
  }

  private changed(id: string, act: 'changed' | 'deleted' | 'restored') {
    return occurred(this.kind.changed, { id, act });
  }

  private async withPeople(inquiries: readonly RecordOutput<Fields>[]) {
    const leadIdOf = (inquiry: RecordOutput<Fields>) => (inquiry as unknown as InquiryBase).lead_id;
    const people = await this.leads.peopleOf(inquiries.map(leadIdOf));
    return inquiries.map((inquiry) => ({ ...inquiry, person: people.get(leadIdOf(inquiry)) ?? null }));
  }
}

/** Returns how the trash lists inquiries of a kind. @param title field to use as the title */
export function inquiryTrashRow<Name extends string>(title: Name) {
  return {
    fields: [title, 'sender'] as const,
    row: (inquiry: Record<Name, string> & InquiryBase) => ({
      title: inquiry[title],
      detail: (inquiry.sender ?? '').split('\n').slice(0, 2).join(', '),
    }),
  };
}

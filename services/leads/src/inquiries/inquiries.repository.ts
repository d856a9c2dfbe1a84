import type { ListQuery } from '@docfolio/contracts/list';
import { ProblemError } from '@docfolio/contracts/problem';
import type { OccurredEvent } from '@docfolio/service-kit/events/outbox';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';
import type { FollowedLead } from '../leads/leads.repository.js';
import { type InquiryBase, type OfLead, ofLead } from './inquiry-base.js';

/** What the repositories of both kinds of inquiry do alike. */
export abstract class InquiriesRepository<Fields extends InquiryBase> extends RecordRepository<Fields> {
  /** One screenful; those of flagged leads are hidden. */
  protected listInquiries(
    { lead_id, ...query }: ListQuery & { lead_id?: string | undefined },
    sorts: readonly string[],
  ) {
    return this.list(query, { filter: this.filter({ is_spam: false, ...(lead_id && { lead_id }) }), sorts });
  }

  /**
   * Makes the living inquiries of a lead what that version of it is, unless they are a later one's: flagged or not, found
   * by its name. Index: inquiries of a lead by time.
   * @param flagged the event of one whose spam mark has changed
   */
  async follow(leadId: string, lead: FollowedLead, flagged: (id: string) => OccurredEvent): Promise<void> {
    const found = await this.model
      .find(this.filter({ lead_id: leadId, deleted_at: null }), { _id: 1 })
      .lean<{ _id: string }[]>();
    for (const { _id } of found) await this.followOne(_id, ofLead(lead), flagged).catch(unlessDeleted);
  }

  /** Forgets who has sent the inquiries of a lead that is gone for good. Index: inquiries of a lead by time. */
  async forgetSender(leadId: string): Promise<void> {
    const found = await this.model
      .find(this.filter({ lead_id: leadId, deleted_at: null }), { _id: 1 })
      .lean<{ _id: string }[]>();
    const nobody = { sender: '' } as Partial<Fields>;
    for (const { _id } of found)
      await this.patch(_id, (current) => ((current as unknown as InquiryBase).sender ? nobody : {})).catch(
        unlessDeleted,
      );
  }

  /** The leads of living inquiries that an older version has written and nobody since. Reads the collection. */
  async *leadsNotFollowed(): AsyncGenerator<string> {
    const found = this.model
      .find(this.filter({ lead_version: { $exists: false }, deleted_at: null }), { lead_id: 1 })
      .lean<{ _id: string; lead_id: string }>()
      .cursor();
    for await (const { lead_id } of found as AsyncIterable<{ lead_id: string }>) yield lead_id;
  }

  /** TypeScript cannot derive it for a generic record. */
  private filter(filter: Filter<Stored<InquiryBase>>): Filter<Stored<Fields>> {
    return filter as unknown as Filter<Stored<Fields>>;
  }

  private followOne(id: string, lead: OfLead, flagged: (id: string) => OccurredEvent) {
    const asBase = (inquiry: unknown) => inquiry as InquiryBase;
    return this.patch(
      id,
      (current) => (asBase(current).lead_version < lead.lead_version ? (lead as Partial<Fields>) : {}),
      { events: (inquiry, before) => (asBase(inquiry).is_spam === asBase(before).is_spam ? [] : [flagged(id)]) },
    );
  }
}

/** One that is deleted meanwhile follows when it is restored. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
}

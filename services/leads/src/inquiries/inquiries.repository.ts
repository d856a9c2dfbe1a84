import type { ListQuery } from '@docfolio/contracts/list';
import { ProblemError } from '@docfolio/contracts/problem';
import type { OccurredEvent } from '@docfolio/service-kit/events/outbox';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import type { FollowedLead } from '../leads/leads.repository.js';
import { type InquiryBase, senderOf } from './inquiry-base.js';

/** What the repositories of both kinds of inquiry do alike. */
export abstract class InquiriesRepository<Fields extends InquiryBase> extends RecordRepository<Fields> {
  /** One screenful; those of flagged leads are hidden. */
  protected listInquiries(
    { lead_id, ...query }: ListQuery & { lead_id?: string | undefined },
    sorts: readonly string[],
  ) {
    return this.list(query, { filter: { is_spam: false, ...(lead_id && { lead_id }) }, sorts });
  }

  /**
   * Makes the living inquiries of a lead what their lead is: flagged or not, found by its name. Index: inquiries of a
   * lead.
   * @param flagged the event of one whose spam mark has changed
   */
  async follow(leadId: string, lead: FollowedLead, flagged: (id: string) => OccurredEvent): Promise<void> {
    const as: InquiryBase = { lead_id: leadId, is_spam: lead.is_spam, sender: senderOf(lead) };
    const others = await this.model
      .find({ lead_id: leadId, deleted_at: null } as never, { is_spam: 1, sender: 1 })
      .lean<(InquiryBase & { _id: string })[]>();
    for (const { _id, is_spam, sender } of others) {
      if (is_spam === as.is_spam && sender === as.sender) continue;
      await this.followOne(_id, as, flagged).catch(unlessDeleted);
    }
  }

  private followOne(id: string, as: InquiryBase, flagged: (id: string) => OccurredEvent) {
    return this.patch(id, as as Partial<Fields>, {
      events: (inquiry, before) =>
        (inquiry as InquiryBase).is_spam === (before as InquiryBase).is_spam ? [] : [flagged(id)],
    });
  }
}

/** One that is deleted meanwhile follows when it is restored. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
}

import type { ListQuery } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { InquiryStatus } from '@docfolio/contracts/entities/inquiry-status';
import type { OccurredEvent } from '@docfolio/service-kit/events/outbox';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';
import type { FollowedLead } from '../leads/leads.repository.js';
import { type InquiryBase, ofLead } from './inquiry-base.js';

export interface InquiryQuery extends ListQuery {
  lead_id?: string | undefined;
  status?: InquiryStatus | undefined;
}

/** Stores inquiries of one kind, service or portfolio. */
export class InquiriesRepository<Fields extends InquiryBase> extends RecordRepository<Fields> {
  /** Returns a page of inquiries, without those of leads marked as spam. */
  listShown({ lead_id, status, ...query }: InquiryQuery, sorts: readonly string[]) {
    const wanted = { ...(lead_id && { lead_id }), ...(status && { unanswered: status === 'unanswered' }) };
    return this.list(query, { filter: this.filter({ is_spam: false, ...wanted }), sorts });
  }

  /** Copies what inquiries need of a lead to its active inquiries, unless they have it of a later version. */
  async follow(leadId: string, lead: FollowedLead, flagged: (id: string) => OccurredEvent): Promise<void> {
    const copied = ofLead(lead);
    for (const id of await this.idsOf({ lead_id: leadId, deleted_at: null }))
      await this.patch(
        id,
        (current) =>
          (current as unknown as InquiryBase).lead_version <= copied.lead_version ? (copied as Partial<Fields>) : {},
        { events: (inquiry, before) => (isListedAlike(inquiry, before) ? [] : [flagged(id)]) },
      ).catch(unlessDeleted);
  }

  /** Removes the sender from a lead's inquiries, also from those in the trash. */
  async forgetSender(leadId: string): Promise<void> {
    const ids = await this.idsOf({ lead_id: leadId });
    await this.announcePurge(ids);
    for (const id of ids)
      await this.patch(id, { sender: '' } as Partial<Fields>, { inTrash: true }).catch(unlessDeleted);
  }

  /**
   * Yields the lead ids of active inquiries that older versions stored without what they need of their lead, and of unanswered
   * ones: during an update, replicas of the version before don't mark them as answered. Scans the collection.
   */
  async *leadsNotFollowed(): AsyncGenerator<string> {
    const found = this.model
      .find(this.filter({ unanswered: { $ne: false }, deleted_at: null }), { lead_id: 1 })
      .lean<{ _id: string; lead_id: string }>()
      .cursor();
    for await (const { lead_id } of found as AsyncIterable<{ lead_id: string }>) yield lead_id;
  }

  /** Returns the filter with its type changed, because TypeScript cannot derive it for a generic record. */
  private filter(filter: Filter<Stored<InquiryBase>>): Filter<Stored<Fields>> {
    return filter as unknown as Filter<Stored<Fields>>;
  }

  /** Returns the ids of a lead's inquiries. Index: inquiries of a lead by time. */
  private async idsOf(wanted: { lead_id: string; deleted_at?: null }): Promise<string[]> {
    const found = await this.model.find(this.filter(wanted), { _id: 1 }).lean<{ _id: string }[]>();
    return found.map(({ _id }) => _id);
  }
}

function isListedAlike(inquiry: object, before: object): boolean {
  const [one, other] = [inquiry, before] as InquiryBase[];
  // Inquiries of older versions lack it: filling in `false` changes no list.
  return one!.is_spam === other!.is_spam && (one!.unanswered ?? false) === (other!.unanswered ?? false);
}

/** Ignores that an inquiry is deleted or purged, and rethrows other errors. */
function unlessDeleted(error: unknown): void {
  if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
}

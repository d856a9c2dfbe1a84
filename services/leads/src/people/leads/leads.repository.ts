import type { PersonLink } from '@docfolio/contracts/core/record-link';
import { type Lead, type LeadListQuery, type LeadSource, lead, leadSorts } from '@docfolio/contracts/entities/lead';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import { type OwnFields, storedFields } from '@docfolio/service-kit/mongo/stored-fields';

export type LeadFields = OwnFields<Lead> & {
  /** Ids of the lead's conversions, so that a repeated conversion changes nothing. */
  conversion_ids: string[] | null;
};

/** Fields of a lead that its inquiries need to copy. */
export type FollowedLead = Pick<Lead, 'name' | 'email' | 'company' | 'status' | 'is_spam' | 'version'> & {
  deleted_at?: Date | null;
};

export const leadSchema = recordSchema<LeadFields>(
  storedFields<LeadFields>(lead, { conversion_ids: { type: [String], default: null } }),
  {
    search: ['name', 'email', 'company'],
    sort: ['name', 'email', 'company'],
    indexes: [
      { serves: 'leads by time', fields: { is_spam: 1, created_at: -1, _id: -1 } },
      { serves: 'leads of a status by time', fields: { is_spam: 1, status: 1, created_at: -1, _id: -1 } },
      { serves: 'leads of a source by time', fields: { is_spam: 1, source: 1, created_at: -1, _id: -1 } },
      {
        serves: 'leads of a status and source by time',
        fields: { is_spam: 1, status: 1, source: 1, created_at: -1, _id: -1 },
      },
      { serves: 'leads by name', fields: { is_spam: 1, 'sort_keys.name': 1, _id: 1 } },
      { serves: 'leads by e-mail', fields: { is_spam: 1, 'sort_keys.email': 1, _id: 1 } },
      { serves: 'leads by company', fields: { is_spam: 1, 'sort_keys.company': 1, _id: 1 } },
    ],
  },
);

@RepositoryOf('leads')
export class LeadsRepository extends RecordRepository<LeadFields> {
  /** Returns a page of leads, either without spam or of spam alone. */
  listLeads(query: LeadListQuery) {
    const { status, source, spam } = query;
    return this.list(query, {
      filter: { is_spam: spam === 'only', ...(status && { status }), ...(source && { source }) },
      sorts: leadSorts,
    });
  }

  /** Counts leads without spam. Index: leads of a source by time. */
  countOfSource(source: LeadSource): Promise<number> {
    return this.model.countDocuments({ is_spam: false, source, deleted_at: null }).exec();
  }

  /** Counts leads without spam that came before a time and are still new. Index: leads of a status by time. */
  countNewBefore(time: Date): Promise<number> {
    return this.model
      .countDocuments({ is_spam: false, status: 'new', created_at: { $lt: time }, deleted_at: null })
      .exec();
  }

  /** Returns name, email and company of those of the leads that are not deleted, keyed by id. Index: _id. */
  async peopleOf(ids: readonly string[]): Promise<Map<string, PersonLink>> {
    if (ids.length === 0) return new Map();
    const found = await this.model
      .find({ _id: { $in: [...new Set(ids)] }, deleted_at: null }, { name: 1, email: 1, company: 1 })
      .lean<(Omit<PersonLink, 'id'> & { _id: string })[]>();
    return new Map(found.map(({ _id, name, email, company }) => [_id, { id: _id, name, email, company }]));
  }

  /** Returns a lead, also a deleted one; null once it is purged. Index: _id. */
  followed(id: string): Promise<FollowedLead | null> {
    return this.model
      .findOne({ _id: id }, { name: 1, email: 1, company: 1, status: 1, is_spam: 1, deleted_at: 1, version: 1 })
      .lean<FollowedLead | null>()
      .exec();
  }
}

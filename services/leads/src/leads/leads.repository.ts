import {
  budgetRanges,
  type Lead,
  type LeadListQuery,
  leadSorts,
  leadSources,
  leadStatuses,
  timelines,
} from '@docfolio/contracts/lead';
import type { PersonLink } from '@docfolio/contracts/record-link';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';

/** What a lead has of its own; the rest is every record's. */
export type LeadFields = Omit<Lead, 'id' | 'created_at' | 'updated_at' | 'version'> & {
  /** The conversions that it has gone through: a repeat of one changes nothing. */
  conversion_ids: string[] | null;
};

/** A lead as what was written with it follows it: also one that is deleted, since it may come back. */
export type FollowedLead = Pick<Lead, 'name' | 'email' | 'company' | 'is_spam' | 'version'>;

const text = { type: String, default: null };

export const leadSchema = recordSchema<LeadFields>(
  {
    name: { type: String, required: true },
    email: { type: String, required: true },
    phone: text,
    company: text,
    message: text,
    source: { type: String, enum: leadSources, required: true },
    budget_range: { type: String, enum: [...budgetRanges, null], default: null },
    timeline: { type: String, enum: [...timelines, null], default: null },
    service_interest: text,
    project_type: text,
    status: { type: String, enum: leadStatuses, required: true },
    is_spam: { type: Boolean, default: false },
    client_id: text,
    project_id: text,
    conversion_ids: { type: [String], default: null },
  },
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

@Injectable()
export class LeadsRepository extends RecordRepository<LeadFields> {
  constructor(@InjectRecordModel('leads') model: Model<Stored<LeadFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** One screenful of leads; flagged ones only where the query asks for them. */
  listLeads(query: LeadListQuery) {
    const { status, source, spam } = query;
    return this.list(query, {
      filter: { is_spam: spam === 'only', ...(status && { status }), ...(source && { source }) },
      sorts: leadSorts,
    });
  }

  /** The living ones among these, as other records name them. Index: _id. */
  async peopleOf(ids: readonly string[]): Promise<Map<string, PersonLink>> {
    if (ids.length === 0) return new Map();
    const found = await this.model
      .find({ _id: { $in: [...new Set(ids)] }, deleted_at: null }, { name: 1, email: 1, company: 1 })
      .lean<(Omit<PersonLink, 'id'> & { _id: string })[]>();
    return new Map(found.map(({ _id, name, email, company }) => [_id, { id: _id, name, email, company }]));
  }

  /** Living or deleted; null when there is none any more. Index: _id. */
  followed(id: string): Promise<FollowedLead | null> {
    return this.model
      .findOne({ _id: id }, { name: 1, email: 1, company: 1, is_spam: 1, version: 1 })
      .lean<FollowedLead | null>()
      .exec();
  }
}

import { groupCalls } from '@docfolio/service-kit/group-calls';
import { mongoConnectionToken } from '@docfolio/service-kit/mongo/mongo.module';
import { querySpan } from '@docfolio/service-kit/mongo/query-spans';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from 'mongoose';

/** Collections whose records a timeline entry can name. */
export type Named = 'leads' | 'clients' | 'projects';

interface NamedRecord {
  _id: string;
  name?: string;
  title?: string;
  lead_id?: string | null;
  budget?: number | null;
  timeline_estimate?: string | null;
}

/** A lead and its inquiries, from which the first entries of its timeline are made. */
export interface Arrival {
  lead: { id: string; source: string; created_at: Date };
  inquiries: { id: string; service_name?: string; project_name?: string; created_at: Date }[];
}

type Arrived = { _id: string; created_at: Date };

/** Reads other features' records by collection name: whether they exist, and their labels. */
@Injectable()
export class SubjectsRepository {
  private readonly findPresent = groupCalls(async (asked: readonly (readonly string[])[]) => {
    const found = await this.presentAmong(asked.flat());
    return asked.map(() => found);
  });

  constructor(@Inject(mongoConnectionToken) private readonly connection: Connection) {}

  /** Returns whose entries a timeline shows: a lead's, or a client's and its former lead's; none if it is deleted. */
  async timelineOf(id: string): Promise<string[]> {
    const [lead, client] = await Promise.all([this.find('leads', id, true), this.find('clients', id, true)]);
    if (client?.lead_id) return [id, client.lead_id];
    return lead || client ? [id] : [];
  }

  /** Returns the fields of a project that timelines need; null if it does not exist or is deleted. */
  projectOf(id: string): Promise<Pick<NamedRecord, 'lead_id' | 'budget' | 'timeline_estimate'> | null> {
    return this.find('projects', id, true);
  }

  /** Returns the label of a record, also of a deleted one; null once it is purged. */
  async labelOf(collection: Named, id: string): Promise<string | null> {
    const record = await this.find(collection, id, false);
    return record?.title ?? record?.name ?? null;
  }

  /** Returns which ids are leads, clients or projects, including deleted ones. Index: _id. */
  async present(ids: readonly string[]): Promise<Set<string>> {
    const found = await querySpan('find', 'leads', () => this.findPresent(ids));
    return new Set(ids.filter((id) => found.has(id)));
  }

  /** Returns a lead's creation and its active inquiries; null once it is purged. Indexes: _id, inquiries of a lead. */
  async arrivalOf(leadId: string): Promise<Arrival | null> {
    const lead = await this.connection.collection<Arrived & { source: string }>('leads').findOne({ _id: leadId });
    if (!lead) return null;
    const inquiries = await Promise.all(
      ['service_inquiries', 'portfolio_inquiries'].map((collection) =>
        this.connection
          .collection<Arrived & { service_name?: string; project_name?: string }>(collection)
          .find({ lead_id: leadId, deleted_at: null })
          .toArray(),
      ),
    );
    return {
      lead: { ...lead, id: leadId },
      inquiries: inquiries.flat().map(({ _id, ...inquiry }) => ({ ...inquiry, id: _id })),
    };
  }

  /** Returns all of the ids that exist. Most belong to leads, so the other collections are rarely asked. */
  private async presentAmong(ids: readonly string[]): Promise<Set<string>> {
    const missing = new Set(ids);
    const leads = await this.idsAmong('leads', missing);
    for (const id of leads) missing.delete(id);
    const others = await Promise.all([this.idsAmong('clients', missing), this.idsAmong('projects', missing)]);
    return new Set([...leads, ...others.flatMap((ids) => [...ids])]);
  }

  private async idsAmong(collection: Named, ids: ReadonlySet<string>): Promise<Set<string>> {
    if (ids.size === 0) return new Set();
    const found = await this.connection
      .collection<NamedRecord>(collection)
      .find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } })
      .toArray();
    return new Set(found.map(({ _id }) => _id));
  }

  private find(collection: Named, _id: string, living: boolean): Promise<NamedRecord | null> {
    return this.connection
      .collection<NamedRecord>(collection)
      .findOne(
        { _id, ...(living && { deleted_at: null }) },
        { projection: { name: 1, title: 1, lead_id: 1, budget: 1, timeline_estimate: 1 } },
      );
  }
}

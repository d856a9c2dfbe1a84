import { MONGO_CONNECTION } from '@docfolio/service-kit/mongo/mongo.module';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from 'mongoose';

/** Collections of records that entries are about, or tell of. */
export type Named = 'leads' | 'clients' | 'projects';

interface NamedRecord {
  _id: string;
  name?: string;
  title?: string;
  lead_id?: string | null;
  budget?: number | null;
  timeline_estimate?: string | null;
}

/** How a lead came in. */
export interface Arrival {
  lead: { id: string; source: string; created_at: Date };
  inquiries: { id: string; service_name?: string; project_name?: string; created_at: Date }[];
}

type Arrived = { _id: string; created_at: Date };

/** What a timeline has to know of other features' records: that they are there, and what they are called. */
@Injectable()
export class SubjectsRepository {
  constructor(@Inject(MONGO_CONNECTION) private readonly connection: Connection) {}

  /**
   * Everybody whose entries are on somebody's timeline: a lead; a client, and the lead that they were.
   * @returns none when there is no such lead or client, or it has been deleted
   */
  async timelineOf(id: string): Promise<string[]> {
    const [lead, client] = await Promise.all([this.find('leads', id, true), this.find('clients', id, true)]);
    if (client?.lead_id) return [id, client.lead_id];
    return lead || client ? [id] : [];
  }

  /** Null when there is no such project, or it has been deleted. */
  projectOf(id: string): Promise<Pick<NamedRecord, 'lead_id' | 'budget' | 'timeline_estimate'> | null> {
    return this.find('projects', id, true);
  }

  /** What a record is called, also after it was deleted; null once it is gone. */
  async labelOf(collection: Named, id: string): Promise<string | null> {
    const record = await this.find(collection, id, false);
    return record?.title ?? record?.name ?? null;
  }

  /** Which of these are leads, clients or projects, also deleted ones. Index: _id. */
  async present(ids: readonly string[]): Promise<Set<string>> {
    const found = await Promise.all(
      (['leads', 'clients', 'projects'] as const).map((collection) =>
        this.connection
          .collection<NamedRecord>(collection)
          .find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } })
          .toArray(),
      ),
    );
    return new Set(found.flat().map(({ _id }) => _id));
  }

  /** A lead's creation and its living inquiries; null once it is gone. Indexes: _id, inquiries of a lead. */
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

  private find(collection: Named, _id: string, living: boolean): Promise<NamedRecord | null> {
    return this.connection
      .collection<NamedRecord>(collection)
      .findOne(
        { _id, ...(living && { deleted_at: null }) },
        { projection: { name: 1, title: 1, lead_id: 1, budget: 1, timeline_estimate: 1 } },
      );
  }
}

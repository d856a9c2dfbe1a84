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
}

/** What a timeline has to know of the records of other features: that they are there, and what they are called. */
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

  /** What a record is called, also after it was deleted; null once it is gone. */
  async labelOf(collection: Named, id: string): Promise<string | null> {
    const record = await this.find(collection, id, false);
    return record?.title ?? record?.name ?? null;
  }

  private find(collection: Named, _id: string, living: boolean): Promise<NamedRecord | null> {
    return this.connection
      .collection<NamedRecord>(collection)
      .findOne({ _id, ...(living && { deleted_at: null }) }, { projection: { name: 1, title: 1, lead_id: 1 } });
  }
}

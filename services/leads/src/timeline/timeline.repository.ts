import { type TimelineEntry, type TimelineQuery, timelineKinds, timelineSorts } from '@docfolio/contracts/timeline';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import { type Model, Schema } from 'mongoose';

/** What an entry has of its own; the rest is every record's. */
export interface TimelineFields extends Omit<TimelineEntry, 'id' | 'version' | 'at' | 'edited_at'> {
  /** Everybody whose timeline it is on, `subject_id` among them: a project is its client's and its lead's. */
  subjects: string[];
  at: Date;
  edited_at: Date | null;
}

const text = { type: String, default: null };
const link = new Schema({ type: String, id: String, label: String }, { _id: false, typeKey: '$type' });

export const timelineSchema = recordSchema<TimelineFields>(
  {
    subject_id: { type: String, required: true },
    subjects: { type: [String], required: true },
    kind: { type: String, enum: timelineKinds, required: true },
    at: { type: Date, required: true },
    actor: text,
    text,
    from: text,
    to: text,
    link: { type: link, default: null },
    edited_at: { type: Date, default: null },
  },
  { indexes: [{ serves: 'timeline of a subject by time', fields: { subjects: 1, at: -1, _id: -1 } }] },
);

@Injectable()
export class TimelineRepository extends RecordRepository<TimelineFields> {
  constructor(@InjectRecordModel('timeline_entries') model: Model<Stored<TimelineFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** One screenful of what is on the timeline of any of these. Index: timeline of a subject by time. */
  listEntries(query: TimelineQuery, subjects: readonly string[]) {
    return this.list(query, {
      filter: { subjects: subjects.length === 1 ? subjects[0] : { $in: subjects } },
      sorts: timelineSorts,
    });
  }
}

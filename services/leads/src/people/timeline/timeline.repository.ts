import {
  type TimelineEntry,
  type TimelineQuery,
  timelineKinds,
  timelineSorts,
} from '@docfolio/contracts/entities/timeline';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import { Schema } from 'mongoose';

export interface TimelineFields extends Omit<TimelineEntry, 'id' | 'version' | 'at' | 'edited_at'> {
  /** Ids of all timelines that show the entry, `subject_id` included. */
  subjects: string[];
  at: Date;
  edited_at: Date | null;
}

/** Kinds of a lead's entries that the timeline of its project shows as well. */
const sharedWithProject: readonly TimelineEntry['kind'][] = [
  'created',
  'service_inquiry',
  'portfolio_inquiry',
  'mail_sent',
  'mail_failed',
  'note',
];

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
    conversion: { type: Schema.Types.Mixed, default: null },
  },
  {
    indexes: [
      { serves: 'timeline of a subject by time', fields: { subjects: 1, at: -1, _id: -1 } },
      // Includes deleted notes, which are purged with their subject.
      { serves: 'entries of a subject that is gone', fields: { subjects: 1, kind: 1 }, tombstones: true },
      { serves: 'deletions in any order', fields: { kind: 1, _id: 1 }, where: { kind: 'deleted' } },
    ],
  },
);

@RepositoryOf('timeline_entries')
export class TimelineRepository extends RecordRepository<TimelineFields> {
  /** Returns a page of the entries of any of the subjects. Index: timeline of a subject by time. */
  listEntries({ kind, ...query }: TimelineQuery, subjects: readonly string[]) {
    return this.list(query, {
      filter: { subjects: subjects.length === 1 ? subjects[0] : { $in: subjects }, ...(kind && { kind }) },
      sorts: timelineSorts,
    });
  }

  /** Returns a page of a project's entries and those shared by its lead. Index: timeline of a subject by time. */
  listOfProject({ kind, ...query }: TimelineQuery, projectId: string, leadId: string) {
    return this.list(query, {
      filter: {
        $or: [{ subjects: projectId }, { subjects: leadId, kind: { $in: sharedWithProject } }],
        ...(kind && { kind }),
      },
      sorts: timelineSorts,
    });
  }

  /** Counts entries of some kinds, without deleted notes. Index: timeline of a subject by time. */
  countOf(subject: string, kinds: readonly TimelineEntry['kind'][]): Promise<number> {
    return this.count({ subjects: subject, kind: { $in: kinds } });
  }

  /** Returns a batch of `deleted` entries, by id. Index: deletions in any order. */
  async deletionsAfter(id: string, limit: number): Promise<{ id: string; subject_id: string }[]> {
    const deletions = await this.model
      .find({ kind: 'deleted', deleted_at: null, _id: { $gt: id } }, { subject_id: 1 })
      .sort({ _id: 1 })
      .limit(limit)
      .lean<{ _id: string; subject_id: string }[]>();
    return deletions.map(({ _id, subject_id }) => ({ id: _id, subject_id }));
  }

  /** Returns the clients that a lead was converted into. Index: entries of a subject that is gone. */
  async clientsOf(lead: string): Promise<string[]> {
    const conversions = await this.model
      .find({ subjects: lead, kind: 'converted', 'link.type': 'clients' }, { link: 1 })
      .lean<{ link: { id: string } }[]>();
    return conversions.map(({ link }) => link.id);
  }

  /** Deletes a subject's entries. Those on other timelines as well only lose the subject. */
  async forget(subject: string): Promise<void> {
    await this.eraseName(subject);
    const forgotten = { subjects: subject, 'subjects.1': { $exists: false } };
    const entries = await this.model.find(forgotten, { _id: 1 }).lean<{ _id: string }[]>();
    const ids = entries.map(({ _id }) => _id);
    await this.announcePurge(ids);
    await this.model.deleteMany({ ...forgotten, _id: { $in: ids } });
    await this.model.updateMany({ subjects: subject }, { $pull: { subjects: subject } });
  }

  /** Removes the name of a lead or client from conversions on the timelines of projects. */
  private async eraseName(subject: string): Promise<void> {
    const told = await this.model
      .find(
        { subjects: subject, kind: { $in: ['converted', 'project'] }, 'link.type': 'projects' },
        {
          link: 1,
        },
      )
      .lean<{ link: { id: string } }[]>();
    const ofProjects = { subjects: { $in: told.map(({ link }) => link.id) }, kind: 'converted' as const };
    await this.model.updateMany({ ...ofProjects, 'link.id': subject }, { $set: { 'link.label': 'Lead' } });
    await this.model.updateMany(
      { ...ofProjects, 'conversion.client.id': subject },
      {
        $set: { 'conversion.client.label': 'Client' },
      },
    );
  }
}

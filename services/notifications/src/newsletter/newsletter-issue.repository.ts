import type { ListQuery } from '@docfolio/contracts/core/list';
import type { LiveAction } from '@docfolio/contracts/core/live';
import {
  type IssueState,
  issueStates,
  type NewsletterIssue,
  newsletterIssueChanged,
} from '@docfolio/contracts/entities/newsletter';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema } from '@docfolio/service-kit/mongo/record.schema';
import type { RecordOutput } from '@docfolio/service-kit/mongo/record-output';

export interface IssueText {
  subject: string;
  text: string;
  html: string;
}

export type Standing = Pick<NewsletterIssue, 'recipients' | 'waiting' | 'sent' | 'failed' | 'unknown' | 'held_up'>;

export interface IssueFields extends IssueText, Standing {
  post_id: string;
  post_title: string;
  post_slug: string;
  state: IssueState;
  /** Whether the issue is not completed. A post has at most one open issue. */
  open: boolean;
  prepared: boolean;
  /** Number of the current round: each start, resumption, retry or restart has a new one with separate jobs. */
  round: number;
  moved_at: Date;
  created_by: string | null;
  finished_at: Date | null;
}
export type StoredIssue = RecordOutput<IssueFields>;

const number = { type: Number, default: 0 };

export const newsletterIssueSchema = recordSchema<IssueFields>(
  {
    post_id: { type: String, required: true },
    post_title: { type: String, required: true },
    post_slug: { type: String, required: true },
    subject: { type: String, required: true },
    text: { type: String, required: true },
    html: { type: String, required: true },
    state: { type: String, enum: issueStates, required: true },
    open: { type: Boolean, required: true },
    prepared: { type: Boolean, default: false },
    round: { type: Number, default: 1 },
    moved_at: { type: Date, required: true },
    created_by: { type: String, default: null },
    finished_at: { type: Date, default: null },
    held_up: { type: String, default: null },
    ...{ recipients: number, waiting: number, sent: number, failed: number, unknown: number },
  },
  {
    indexes: [
      {
        serves: 'the open issue of a post',
        fields: { post_id: 1 },
        unique: true,
        where: { open: true },
        conflict: { message: 'This post is being sent already' },
      },
      { serves: 'issues by time', fields: { created_at: -1, _id: -1 } },
      { serves: 'issues of a post by time', fields: { post_id: 1, created_at: -1, _id: -1 } },
      { serves: 'open issues by their last sign of life', fields: { moved_at: 1 }, where: { open: true } },
    ],
  },
);

export const issueEvent = (id: string, act: LiveAction = 'changed') => occurred(newsletterIssueChanged, { id, act });

@RepositoryOf('newsletter_issues')
export class NewsletterIssueRepository extends RecordRepository<IssueFields> {
  protected override get auditedFields(): readonly string[] {
    return ['subject', 'post_title', 'post_slug', 'state'];
  }

  listIssues({ post_id, ...query }: ListQuery & { post_id?: string | undefined }) {
    return this.list(query, {
      filter: { ...(post_id && { post_id }) },
      sorts: ['-created_at'],
      without: ['text', 'html'],
    });
  }

  /** Changes the current issue and raises an event. @returns null if `changes` returned null */
  async move(id: string, changes: (issue: StoredIssue) => Partial<IssueFields> | null): Promise<StoredIssue | null> {
    let moved = false;
    const issue = await this.patch(
      id,
      (current) => {
        const changed = changes(current);
        moved = changed !== null;
        return changed ? { ...changed, moved_at: new Date() } : {};
      },
      { events: [issueEvent(id)] },
    );
    return moved ? issue : null;
  }

  /** Returns whether emails of a round may be sent. False once the issue was paused, even if it was resumed since. */
  async isSending(id: string, round: number): Promise<boolean> {
    return (await this.model.exists({ _id: id, state: 'sending', round })) !== null;
  }

  /** Stores the progress of an issue, and notifies open CRMs if it has changed. */
  async storeProgress(id: string, standing: Standing): Promise<void> {
    const event = issueEvent(id);
    const now = { ...standing, moved_at: new Date() };
    const other = Object.entries(standing).map(([name, value]) => ({ [name]: { $ne: value } }));
    const { modifiedCount } = await this.model.updateOne(
      { _id: id, $or: other },
      { $set: now, $push: { outbox: event.entry } },
    );
    if (modifiedCount > 0) await this.publish(id, [event]);
    else await this.model.updateOne({ _id: id }, { $set: { moved_at: now.moved_at } });
  }

  async openOf(postId: string): Promise<string | undefined> {
    const filter = { post_id: postId, open: true, deleted_at: null };
    const found = await this.model.findOne(filter, { _id: 1 }).lean<{ _id: string } | null>();
    return found?._id;
  }

  /** Returns unpaused open issues without progress since a time. Index: `moved_at` of open issues. */
  async stalledSince(time: Date, limit: number): Promise<string[]> {
    const stalled = await this.model
      .find({ open: true, state: { $ne: 'paused' }, moved_at: { $lt: time }, deleted_at: null }, { _id: 1 })
      .sort({ moved_at: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return stalled.map(({ _id }) => _id);
  }
}

export function toIssue(stored: StoredIssue): NewsletterIssue {
  const { id, post_id, post_title, post_slug, state, created_at, created_by, finished_at } = stored;
  const { recipients, waiting, sent, failed, unknown, held_up } = stored;
  const standing = { recipients, waiting, sent, failed, unknown, held_up };
  return { id, post_id, post_title, post_slug, state, ...standing, created_at, created_by, finished_at };
}

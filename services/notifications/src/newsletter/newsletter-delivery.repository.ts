import type { List } from '@docfolio/contracts/core/list';
import type { NewsletterDelivery, NewsletterDeliveryState, Recipient } from '@docfolio/contracts/entities/newsletter';
import { derivedId } from '@docfolio/service-kit/identity';
import { readCursor, writeCursor } from '@docfolio/service-kit/mongo/cursor';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { Filter, TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { StoredDelivery } from './newsletter-delivery.schema.js';
import type { Standing } from './newsletter-issue.repository.js';

export interface Run {
  job: string;
  run: string;
}

export type Outcome = { state: 'sent' } | { state: 'waiting' | 'failed' | 'unknown'; error: string };

const oldestFirst = 'at';

export interface DeliveriesQuery {
  id: string;
  state?: NewsletterDeliveryState | undefined;
  after?: string | undefined;
  limit: number;
}

@Injectable()
export class NewsletterDeliveryRepository {
  constructor(@InjectRecordModel('newsletter_deliveries') private readonly deliveries: TypedModel<StoredDelivery>) {}

  async record(issue: { id: string; post_id: string }, recipients: readonly Recipient[]): Promise<void> {
    if (recipients.length === 0) return;
    const at = new Date();
    await this.deliveries.bulkWrite(
      recipients.map(({ id, reader, email }) => ({
        updateOne: {
          filter: { _id: derivedId(`newsletter ${issue.post_id}`, reader) },
          update: {
            $setOnInsert: {
              ...{ post_id: issue.post_id, issue_id: issue.id, subscriber_id: id, email, state: 'waiting', at },
              ...{ tries: 0, job: null, run: null, last_error: null },
            },
          },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  }

  /** Returns the ids of an issue's waiting deliveries, oldest first. Index: { issue_id, state, at, _id }. */
  async waitingOf(issueId: string): Promise<string[]> {
    const waiting = await this.deliveries
      .find({ issue_id: issueId, state: 'waiting' }, { _id: 1 })
      .sort({ at: 1, _id: 1 })
      .lean<{ _id: string }[]>();
    return waiting.map(({ _id }) => _id);
  }

  async waitingAmong(ids: readonly string[]): Promise<StoredDelivery[]> {
    const waiting = await this.deliveries.find({ _id: { $in: ids }, state: 'waiting' }).lean<StoredDelivery[]>();
    return waiting.sort((a, b) => a.tries - b.tries);
  }

  /** Claims a delivery for a run of a job, before sending it. @returns false if it is no longer waiting */
  async claim(id: string, email: string, run: Run): Promise<boolean> {
    const claimed = { $set: { state: 'sending' as const, email, ...run, at: new Date() } };
    const { modifiedCount } = await this.deliveries.updateOne({ _id: id, state: 'waiting' }, claimed);
    return modifiedCount > 0;
  }

  /** Records the result of a run's attempt. A delivery marked `unknown` in the meantime becomes sent or failed. */
  async settle(id: string, { run }: Run, outcome: Outcome): Promise<void> {
    const at = new Date();
    if (outcome.state === 'sent') {
      const sent = { $set: { state: 'sent' as const, last_error: null, at }, $unset: { email: 1 as const } };
      await this.deliveries.updateOne({ _id: id, run, state: { $in: ['sending', 'unknown'] } }, sent);
      return;
    }
    const { state, error } = outcome;
    const tries = state === 'waiting' ? { $inc: { tries: 1 } } : {};
    const { matchedCount } = await this.deliveries.updateOne(
      { _id: id, run, state: 'sending' },
      { $set: { state, last_error: error, at }, ...tries },
    );
    if (matchedCount > 0 || state === 'unknown') return;
    await this.deliveries.updateOne(
      { _id: id, run, state: 'unknown' },
      { $set: { state: 'failed', last_error: error, at } },
    );
  }

  /** Marks deliveries as unknown that an earlier run of a job was sending when its process died. */
  async markUnknown(job: string, ids: readonly string[]): Promise<void> {
    await this.lose({ _id: { $in: ids }, state: 'sending', job });
  }

  /** Marks an issue's deliveries as unknown that were claimed before `time`. Index: { issue_id, state, at, _id }. */
  async markUnknownBefore(issueId: string, time: Date): Promise<void> {
    await this.lose({ issue_id: issueId, state: 'sending', at: { $lt: time } });
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.deliveries.deleteMany({ _id: { $in: ids }, state: 'waiting' });
  }

  /** Sets an issue's failed deliveries back to `waiting`. @returns their number */
  async retry(issueId: string): Promise<number> {
    const { modifiedCount } = await this.deliveries.updateMany(
      { issue_id: issueId, state: 'failed' },
      { $set: { state: 'waiting', tries: 0, last_error: null, at: new Date() } },
    );
    return modifiedCount;
  }

  /** Counts deliveries by state; `waiting` includes those being sent. Index: { issue_id, state, at, _id }. */
  async standing(issueId: string): Promise<Standing> {
    const count = (state: NewsletterDeliveryState) => this.deliveries.countDocuments({ issue_id: issueId, state });
    const [waiting, sending, sent, failed, unknown, held_up] = await Promise.all([
      count('waiting'),
      count('sending'),
      count('sent'),
      count('failed'),
      count('unknown'),
      this.lastRefusal(issueId),
    ]);
    const left = waiting + sending;
    return { recipients: left + sent + failed + unknown, waiting: left, sent, failed, unknown, held_up };
  }

  /** Returns who has a delivery of a post, and how many of those have not failed. Index: { post_id, state, _id }. */
  async ofPost(postId: string): Promise<{ had: number; subscribers: string[] }> {
    const all = await this.deliveries
      .find({ post_id: postId }, { subscriber_id: 1, state: 1 })
      .lean<Pick<StoredDelivery, 'subscriber_id' | 'state'>[]>();
    const had = all.filter(({ state }) => state !== 'failed').length;
    return { had, subscribers: all.map(({ subscriber_id }) => subscriber_id) };
  }

  /** Deletes addresses of failed, unknown and waiting deliveries unchanged since `before`. Index: addresses. */
  async forgetAddresses(before: Date): Promise<number> {
    const { modifiedCount } = await this.deliveries.updateMany(
      { email: { $exists: true }, at: { $lt: before }, state: { $in: ['waiting', 'failed', 'unknown'] } },
      { $unset: { email: 1 } },
    );
    return modifiedCount;
  }

  async list({ id, state, after, limit }: DeliveriesQuery): Promise<List<NewsletterDelivery>> {
    const filter = { issue_id: id, ...(state && { state }) };
    const from = after && readCursor(oldestFirst, 'date', after);
    const behind = from && { $or: [{ at: { $gt: from.key } }, { at: from.key, _id: { $gt: from.id } }] };
    const rows = await this.deliveries
      .find({ ...filter, ...behind })
      .sort({ at: 1, _id: 1 })
      .limit(limit + 1)
      .lean<StoredDelivery[]>();
    const items = rows.slice(0, limit);
    const end = items.at(-1);
    return {
      items: items.map(toDelivery),
      total: await this.deliveries.countDocuments(filter),
      total_exact: true,
      next: rows.length > limit && end ? writeCursor(oldestFirst, { key: end.at, id: end._id }) : null,
    };
  }

  /** Returns the error of the waiting delivery that changed last; null without one. */
  private async lastRefusal(issueId: string): Promise<string | null> {
    const newest = await this.deliveries
      .findOne({ issue_id: issueId, state: 'waiting' }, { last_error: 1 })
      .sort({ at: -1, _id: -1 })
      .lean<Pick<StoredDelivery, 'last_error'> | null>();
    return newest?.last_error ?? null;
  }

  private async lose(filter: Filter<StoredDelivery>): Promise<void> {
    await this.deliveries.updateMany(filter, {
      $set: { state: 'unknown', last_error: 'interrupted while it was being sent', at: new Date() },
    });
  }
}

function toDelivery({ _id, subscriber_id, email, state, last_error, at }: StoredDelivery): NewsletterDelivery {
  return { id: _id, subscriber_id, email: email ?? null, state, last_error, at: at.toISOString() };
}

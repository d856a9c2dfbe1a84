import type { List } from '@docfolio/contracts/list';
import type { NewsletterDelivery, NewsletterDeliveryState, Recipient } from '@docfolio/contracts/newsletter';
import { derivedId } from '@docfolio/service-kit/identity';
import { readCursor, writeCursor } from '@docfolio/service-kit/mongo/cursor';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { Filter, TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { StoredDelivery } from './newsletter-delivery.schema.js';
import type { Standing } from './newsletter-issue.repository.js';

/** Who has a delivery in hand. */
export interface Run {
  job: string;
  run: string;
}

/** How the sending of one ended. */
export type Outcome = { state: 'sent' } | { state: 'waiting' | 'failed' | 'unknown'; error: string };

/** The one sort that the list of an issue's deliveries has. */
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

  /** Puts recipients down for an issue; those who are down for its post already stay where they are. */
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

  /** Ids of those that wait, in the order of their recipients. Index: { issue_id, state, at, _id }. */
  async waitingOf(issueId: string): Promise<string[]> {
    const waiting = await this.deliveries
      .find({ issue_id: issueId, state: 'waiting' }, { _id: 1 })
      .sort({ at: 1, _id: 1 })
      .lean<{ _id: string }[]>();
    return waiting.map(({ _id }) => _id);
  }

  /** Those of some that wait, the least refused first. */
  async waitingAmong(ids: readonly string[]): Promise<StoredDelivery[]> {
    const waiting = await this.deliveries.find({ _id: { $in: ids }, state: 'waiting' }).lean<StoredDelivery[]>();
    return waiting.sort((a, b) => a.tries - b.tries);
  }

  /** Takes one in hand, if nobody else has: recorded before anything is sent. */
  async claim(id: string, email: string, run: Run): Promise<boolean> {
    const claimed = { $set: { state: 'sending' as const, email, ...run, at: new Date() } };
    const { modifiedCount } = await this.deliveries.updateOne({ _id: id, state: 'waiting' }, claimed);
    return modifiedCount > 0;
  }

  /**
   * Records how the sending of one ended, if it is still in the hands of the run that tells. One that was taken for lost
   * meanwhile is known now; it is not sent again by itself though.
   */
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

  /** What an earlier run of a job, whose process has died, had in hand: it may have arrived. */
  async giveUpOn(job: string, ids: readonly string[]): Promise<void> {
    await this.lose({ _id: { $in: ids }, state: 'sending', job });
  }

  /** The same of an issue, for what nobody can have in hand any more. Index: { issue_id, state, at, _id }. */
  async giveUpBefore(issueId: string, time: Date): Promise<void> {
    await this.lose({ issue_id: issueId, state: 'sending', at: { $lt: time } });
  }

  /** Takes those off whose recipients have left. */
  async drop(ids: readonly string[]): Promise<void> {
    await this.deliveries.deleteMany({ _id: { $in: ids }, state: 'waiting' });
  }

  /** Has those that failed wait again; who still gets the newsletter is asked anew. @returns their number */
  async retry(issueId: string): Promise<number> {
    const { modifiedCount } = await this.deliveries.updateMany(
      { issue_id: issueId, state: 'failed' },
      { $set: { state: 'waiting', tries: 0, last_error: null, at: new Date() } },
    );
    return modifiedCount;
  }

  /** How far an issue has come, counted, and what holds it up. Index: { issue_id, state, at, _id }. */
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

  /** Those who are down for a post: `had` it, or are about to, and all of them. Index: { post_id, state, _id }. */
  async ofPost(postId: string): Promise<{ had: number; subscribers: string[] }> {
    const all = await this.deliveries
      .find({ post_id: postId }, { subscriber_id: 1, state: 1 })
      .lean<Pick<StoredDelivery, 'subscriber_id' | 'state'>[]>();
    const had = all.filter(({ state }) => state !== 'failed').length;
    return { had, subscribers: all.map(({ subscriber_id }) => subscriber_id) };
  }

  /**
   * Forgets addresses of what was given up before a time, or has waited since then in a paused issue: with the claim
   * comes the address as it is then. Index: addresses.
   */
  async forgetAddresses(before: Date): Promise<number> {
    const { modifiedCount } = await this.deliveries.updateMany(
      { email: { $exists: true }, at: { $lt: before }, state: { $in: ['waiting', 'failed', 'unknown'] } },
      { $unset: { email: 1 } },
    );
    return modifiedCount;
  }

  /** What became of each mail, in the order in which that was known. */
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

  /** Why one that waits could not go out, as of last: what is put off begins to wait anew, after all the others. */
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

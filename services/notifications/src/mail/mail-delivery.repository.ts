import type { List } from '@docfolio/contracts/core/list';
import { type FailedMail, mailChanged, mailFailed, mailSent } from '@docfolio/contracts/entities/mail';
import { type OccurredEvent, type OutboxEntry, occurred } from '@docfolio/service-kit/events/outbox';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { groupCalls } from '@docfolio/service-kit/group-calls';
import { derivedId } from '@docfolio/service-kit/identity';
import { readCursor, writeCursor } from '@docfolio/service-kit/mongo/cursor';
import { documentCaster } from '@docfolio/service-kit/mongo/document-caster';
import { isDuplicateKey } from '@docfolio/service-kit/mongo/duplicate-key';
import { insertGroup } from '@docfolio/service-kit/mongo/insert-group';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { querySpan } from '@docfolio/service-kit/mongo/query-spans';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { Schema } from 'mongoose';
import type { MailDelivery, MailState } from './mail-delivery.schema.js';

/** ms that a sent email waits for others, to be marked with them. After a crash in between it is sent again. */
const markWindow = 5;
const newestFirst = '-created_at';

interface Sent {
  delivery: MailDelivery;
  at: Date;
  entry: OutboxEntry;
}

export type Round = Pick<MailDelivery, '_id' | 'kind' | 'retries'>;

@Injectable()
export class MailDeliveryRepository {
  private readonly cast: (delivery: MailDelivery) => object;
  private readonly insert = groupCalls((deliveries: readonly object[]) => insertGroup(this.deliveries, deliveries));
  private readonly findOne = groupCalls((ids: readonly string[]) => this.findAll(ids));
  private readonly settleSent = groupCalls((sent: readonly Sent[]) => this.markAllSent(sent), { window: markWindow });

  constructor(
    @InjectRecordModel('mail_deliveries') private readonly deliveries: TypedModel<MailDelivery>,
    private readonly outbox: OutboxPublisher,
  ) {
    this.cast = documentCaster(deliveries.schema as unknown as Schema) as unknown as (delivery: MailDelivery) => object;
  }

  /** Stores an email unless one with this id is stored. @returns the stored email: `delivery` itself if it is new */
  async record(delivery: MailDelivery): Promise<MailDelivery> {
    try {
      await this.traced('insert', () => this.insert(this.cast(delivery)));
      return delivery;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return this.deliveries.findOne({ _id: delivery._id }).lean<MailDelivery>().orFail();
    }
  }

  find(id: string): Promise<MailDelivery | null> {
    return this.traced('find', () => this.findOne(id));
  }

  markSent(delivery: MailDelivery, at: Date): Promise<void> {
    // Raised here, as groups are in no trace.
    const { entry } = occurred(mailSent, payloadOf(delivery), occurrence('mail.sent', delivery));
    return this.traced('bulkWrite', () => this.settleSent({ delivery, at, entry }));
  }

  async markFailed(delivery: MailDelivery, reason: string): Promise<void> {
    const event = occurred(mailFailed, { ...payloadOf(delivery), reason }, occurrence('mail.failed', delivery));
    await this.move(delivery._id, 'unsent', { $set: { state: 'failed', last_error: reason } }, event);
  }

  /** Marks an unsent email as never to be sent, because its secret has expired. */
  async markSuppressed(id: string): Promise<void> {
    await this.deliveries.updateOne({ _id: id, state: 'unsent' }, { $set: { state: 'suppressed' } });
  }

  async noteFailure(id: string, reason: string): Promise<void> {
    await this.deliveries.updateOne({ _id: id, state: 'unsent' }, { $set: { last_error: reason } });
  }

  /** Moves a failed email back to `unsent`. @returns null if no failed email has this id */
  retry(id: string): Promise<Round | null> {
    const update = { $set: { state: 'unsent' as const }, $inc: { retries: 1 } };
    return this.move(id, 'failed', update, occurred(mailChanged, { id }));
  }

  /** Dismisses a failed email. @returns null if no failed email has this id */
  dismiss(id: string): Promise<Round | null> {
    return this.move(id, 'failed', { $set: { state: 'dismissed' } }, occurred(mailChanged, { id }));
  }

  countFailed(): Promise<number> {
    return this.deliveries.countDocuments({ state: 'failed' });
  }

  /** Lists failed emails, newest first. Index: { state, created_at, _id }. */
  async listFailed({ after, limit }: { after?: string | undefined; limit: number }): Promise<List<FailedMail>> {
    const from = after && readCursor(newestFirst, 'date', after);
    const behind = from && {
      $or: [{ created_at: { $lt: from.key } }, { created_at: from.key, _id: { $lt: from.id } }],
    };
    const rows = await this.deliveries
      .find({ state: 'failed', ...behind }, { text: 0, html: 0, outbox: 0 })
      .sort({ created_at: -1, _id: -1 })
      .limit(limit + 1)
      .lean<MailDelivery[]>();
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const more = rows.length > limit && last;
    return {
      items: items.map(toFailedMail),
      total: await this.countFailed(),
      total_exact: true,
      next: more ? writeCursor(newestFirst, { key: last.created_at, id: last._id }) : null,
    };
  }

  /** Returns unsent emails created before a time, oldest first. Index: { state, created_at, _id }. */
  unsentBefore(time: Date, limit: number): Promise<Round[]> {
    return this.deliveries
      .find({ state: 'unsent', created_at: { $lt: time } }, { kind: 1, retries: 1 })
      .sort({ created_at: 1 })
      .limit(limit)
      .lean<Round[]>()
      .exec();
  }

  /** Returns when the oldest unsent email was ordered; null without one. Index: { state, created_at, _id }. */
  async oldestUnsent(): Promise<Date | null> {
    const [oldest] = await this.deliveries
      .find({ state: 'unsent' }, { created_at: 1 })
      .sort({ created_at: 1 })
      .limit(1)
      .lean<Pick<MailDelivery, 'created_at'>[]>();
    return oldest?.created_at ?? null;
  }

  /** Traces a query that is run with those of others. */
  private traced<T>(operation: string, query: () => Promise<T>): Promise<T> {
    return querySpan(operation, this.deliveries.collection.name, query);
  }

  private async findAll(ids: readonly string[]): Promise<(MailDelivery | null)[]> {
    const found = await this.deliveries.find({ _id: { $in: ids } }).lean<MailDelivery[]>();
    const byId = new Map(found.map((delivery) => [delivery._id, delivery]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  private async markAllSent(all: readonly Sent[]): Promise<undefined[]> {
    const entries = new Map(all.map(({ delivery, entry }) => [delivery._id, entry]));
    const { modifiedCount } = await this.deliveries.collection.bulkWrite(
      all.map(({ delivery: { _id }, at }) => ({
        updateOne: {
          filter: { _id: _id as never, state: 'unsent' },
          update: {
            $set: { state: 'sent', sent_at: at, last_error: null },
            $push: { outbox: entries.get(_id) } as never,
          },
        },
      })),
      { ordered: false },
    );
    const moved = modifiedCount === all.length ? [...entries.keys()] : await this.holdersOf(entries);
    for (const id of moved) this.outbox.publishSoon(this.deliveries, id, [entries.get(id)!]);
    return [];
  }

  /** Returns the ids of the emails whose outbox holds their entry. */
  private async holdersOf(entries: ReadonlyMap<string, OutboxEntry>): Promise<string[]> {
    const found = await this.deliveries
      .find({ _id: { $in: [...entries.keys()] } }, { outbox: 1 })
      .lean<Pick<MailDelivery, '_id' | 'outbox'>[]>();
    return found
      .filter(({ _id, outbox }) => outbox.some(({ id }) => id === entries.get(_id)?.id))
      .map(({ _id }) => _id);
  }

  /** Moves a delivery to another state and raises the event in the same write. */
  private async move(id: string, from: MailState, update: object, { entry }: OccurredEvent): Promise<Round | null> {
    const moved = await this.deliveries
      .findOneAndUpdate({ _id: id, state: from }, { ...update, $push: { outbox: entry } }, { returnDocument: 'after' })
      .lean<MailDelivery | null>();
    if (moved) this.outbox.publishSoon(this.deliveries, id, [entry]);
    return moved;
  }
}

function payloadOf({ _id, kind, lead_id, subject, to }: MailDelivery) {
  const toOwner = to === null || kind === 'password_recovery';
  const recipient = kind === 'subscriber_confirmation' ? ('subscriber' as const) : ('lead' as const);
  return { id: _id, lead_id, subject, to: toOwner ? ('owner' as const) : recipient };
}

/** Returns the event id of a delivery's current round (its number of retries): a repeat raises the same event. */
function occurrence(name: string, { _id, retries }: Round): string {
  return derivedId(name, `${_id} ${retries}`);
}

function toFailedMail({ _id, to, subject, last_error, created_at, lead_id }: MailDelivery): FailedMail {
  return { id: _id, to, subject, last_error, created_at: created_at.toISOString(), lead_id };
}

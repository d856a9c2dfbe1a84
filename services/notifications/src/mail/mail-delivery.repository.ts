import type { List } from '@docfolio/contracts/list';
import { type FailedMail, mailChanged, mailFailed, mailSent } from '@docfolio/contracts/mail';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { derivedId } from '@docfolio/service-kit/identity';
import { readCursor, writeCursor } from '@docfolio/service-kit/mongo/cursor';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import type { TypedModel } from '@docfolio/service-kit/mongo/typed-model';
import { Injectable } from '@nestjs/common';
import type { MailDelivery, MailState } from './mail-delivery.schema.js';

const newestFirst = '-created_at';

export type Round = Pick<MailDelivery, '_id' | 'kind' | 'retries'>;

@Injectable()
export class MailDeliveryRepository {
  constructor(
    @InjectRecordModel('mail_deliveries') private readonly deliveries: TypedModel<MailDelivery>,
    private readonly outbox: OutboxPublisher,
  ) {}

  /** Stores an email unless one with this id is stored. @returns the stored email */
  async record(delivery: MailDelivery): Promise<MailDelivery> {
    const { _id, ...fields } = delivery;
    return this.deliveries
      .findOneAndUpdate({ _id }, { $setOnInsert: fields }, { upsert: true, new: true })
      .lean<MailDelivery>()
      .orFail();
  }

  async find(id: string): Promise<MailDelivery | null> {
    const found = await this.deliveries.findById(id).lean<MailDelivery | null>();
    return found && whole(found);
  }

  async markSent(delivery: MailDelivery, at: Date): Promise<void> {
    const event = occurred(mailSent, payloadOf(delivery), occurrence('mail.sent', delivery));
    await this.move(delivery._id, 'unsent', { $set: { state: 'sent', sent_at: at, last_error: null } }, event);
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
      items: items.map((delivery) => toFailedMail(whole(delivery))),
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

  /** Moves a delivery to another state and raises the event in the same write. */
  private async move(id: string, from: MailState, update: object, { entry }: OccurredEvent): Promise<Round | null> {
    const moved = await this.deliveries
      .findOneAndUpdate({ _id: id, state: from }, { ...update, $push: { outbox: entry } }, { returnDocument: 'after' })
      .lean<MailDelivery | null>();
    if (moved) this.outbox.publishSoon(this.deliveries, id, [entry]);
    return moved;
  }
}

/** Fills the fields that emails recorded by older versions lack. */
function whole(stored: MailDelivery): MailDelivery {
  const { lead_id = null, html = null, one_click = null, secret_id = null, retries = 0 } = stored;
  return { ...stored, lead_id, html, one_click, secret_id, retries };
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

import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';
import type { MailDelivery } from './mail-delivery.schema.js';

@Injectable()
export class MailDeliveryRepository {
  constructor(@InjectRecordModel('mail_deliveries') private readonly deliveries: Model<MailDelivery>) {}

  /** Records a mail unless it is on record already; either way the record as it stands. */
  async record(delivery: MailDelivery): Promise<MailDelivery> {
    const { _id, ...fields } = delivery;
    return this.deliveries
      .findOneAndUpdate({ _id }, { $setOnInsert: fields }, { upsert: true, new: true })
      .lean<MailDelivery>()
      .orFail();
  }

  find(id: string): Promise<MailDelivery | null> {
    return this.deliveries.findById(id).lean<MailDelivery | null>().exec();
  }

  async markSent(id: string, at: Date): Promise<void> {
    await this.deliveries.updateOne({ _id: id }, { $set: { state: 'sent', sent_at: at, last_error: null } });
  }

  /** Given up: another try would be refused too. */
  async markFailed(id: string, reason: string): Promise<void> {
    await this.deliveries.updateOne({ _id: id }, { $set: { state: 'failed', last_error: reason } });
  }

  /** Notes why the last try didn't work; the mail still waits. */
  async noteFailure(id: string, reason: string): Promise<void> {
    await this.deliveries.updateOne({ _id: id, state: 'unsent' }, { $set: { last_error: reason } });
  }

  /** Ids of mails that have waited since before a time, oldest first; served by { state, created_at }. */
  async unsentBefore(time: Date, limit: number): Promise<string[]> {
    const waiting = await this.deliveries
      .find({ state: 'unsent', created_at: { $lt: time } }, { _id: 1 })
      .sort({ created_at: 1 })
      .limit(limit)
      .lean<{ _id: string }[]>();
    return waiting.map(({ _id }) => _id);
  }
}

import { type SubscriberSource, subscriberSources } from '@docfolio/contracts/subscriber';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { InjectRecordModel } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { Injectable } from '@nestjs/common';
import type { Model } from 'mongoose';

export interface SubscriberFields {
  /** As it was typed. */
  email: string;
  /** The same address however it is spelt: what is unique. */
  email_key: string;
  name: string | null;
  source: SubscriberSource;
  /** True from subscribing on. */
  is_active: boolean;
  subscribed_at: Date;
  /** Mails go to confirmed addresses only. */
  confirmed_at: Date | null;
  is_spam: boolean;
}

export const subscriberSchema = recordSchema<SubscriberFields>(
  {
    email: { type: String, required: true },
    email_key: { type: String, required: true },
    name: { type: String, default: null },
    source: { type: String, enum: subscriberSources, required: true },
    is_active: { type: Boolean, default: true },
    subscribed_at: { type: Date, required: true },
    confirmed_at: { type: Date, default: null },
    is_spam: { type: Boolean, default: false },
  },
  {
    search: ['email', 'name'],
    indexes: [
      {
        serves: 'the subscriber of an address',
        fields: { email_key: 1 },
        unique: true,
        // What a machine typed takes nobody's place.
        where: { is_spam: false },
        conflict: {
          code: 'already_subscribed',
          field: 'email',
          message: 'This email is already subscribed to our newsletter.',
        },
      },
      { serves: 'subscribers by time', fields: { is_spam: 1, subscribed_at: -1, _id: -1 } },
    ],
  },
);

@Injectable()
export class SubscribersRepository extends RecordRepository<SubscriberFields> {
  constructor(@InjectRecordModel('blog_subscribers') model: Model<Stored<SubscriberFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /**
   * Frees the place of somebody who has left: that record becomes a tombstone, in one step, so that of several who come
   * back at once nobody removes another's new record.
   * @param id of the record that is about to take the place: a repeat of its making doesn't remove it
   */
  async releaseInactive(emailKey: string, id: string): Promise<void> {
    const now = new Date();
    // Index: the subscriber of an address.
    await this.model.updateOne(
      { _id: { $ne: id }, email_key: emailKey, is_spam: false, is_active: false, deleted_at: null } as never,
      { $set: { deleted_at: now, updated_at: now }, $inc: { version: 1 } } as never,
    );
  }
}

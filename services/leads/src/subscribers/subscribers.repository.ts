import {
  type SubscriberListQuery,
  type SubscriberSource,
  subscriberChanged,
  subscriberSorts,
  subscriberSources,
} from '@docfolio/contracts/subscriber';
import { occurred } from '@docfolio/service-kit/events/outbox';
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
  /** The record that took its place, of somebody who had left and came back. */
  replaced_by: string | null;
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
    replaced_by: { type: String, default: null },
  },
  {
    search: ['email', 'name'],
    sort: ['email'],
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
      {
        serves: 'active or inactive subscribers by time',
        fields: { is_spam: 1, is_active: 1, subscribed_at: -1, _id: -1 },
      },
      { serves: 'subscribers of a source by time', fields: { is_spam: 1, source: 1, subscribed_at: -1, _id: -1 } },
      { serves: 'subscribers by e-mail', fields: { is_spam: 1, 'sort_keys.email': 1, _id: 1 } },
    ],
  },
);

@Injectable()
export class SubscribersRepository extends RecordRepository<SubscriberFields> {
  constructor(@InjectRecordModel('blog_subscribers') model: Model<Stored<SubscriberFields>>, outbox: OutboxPublisher) {
    super(model, outbox);
  }

  /** One screenful of subscribers; what a machine typed is never among them. */
  listSubscribers({ status, source, ...query }: SubscriberListQuery) {
    return this.list(query, {
      filter: { is_spam: false, ...(status && { is_active: status === 'active' }), ...(source && { source }) },
      sorts: subscriberSorts,
    });
  }

  /**
   * Frees the place of somebody who has left: that record becomes a tombstone, in one step, so that of several who come
   * back at once nobody removes another's new record.
   * @param id of the record that is about to take the place: a repeat of its making doesn't remove it
   */
  async releaseInactive(emailKey: string, id: string): Promise<void> {
    // Index: the subscriber of an address.
    const left = await this.model
      .findOne({ _id: { $ne: id }, email_key: emailKey, is_spam: false, is_active: false, deleted_at: null } as never, {
        _id: 1,
      })
      .lean<{ _id: string } | null>();
    if (!left) return;
    const now = new Date();
    const deleted = occurred(subscriberChanged, { id: left._id, act: 'deleted' });
    const { modifiedCount } = await this.model.updateOne(
      { _id: left._id, is_active: false, deleted_at: null } as never,
      {
        $set: { deleted_at: now, updated_at: now, replaced_by: id },
        $inc: { version: 1 },
        $push: { outbox: deleted.entry },
      } as never,
    );
    if (modifiedCount > 0) await this.publish(left._id, [deleted]);
  }
}

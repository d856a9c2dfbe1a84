import type { ListQuery } from '@docfolio/contracts/core/list';
import {
  type SubscriberListQuery,
  type SubscriberSource,
  type SubscriberStatus,
  subscriber,
  subscriberChanged,
  subscriberSorts,
  subscriberSources,
} from '@docfolio/contracts/entities/subscriber';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { groupCalls } from '@docfolio/service-kit/group-calls';
import { RepositoryOf } from '@docfolio/service-kit/mongo/mongo.module';
import { querySpan } from '@docfolio/service-kit/mongo/query-spans';
import { RecordRepository } from '@docfolio/service-kit/mongo/record.repository';
import { recordSchema, type Stored } from '@docfolio/service-kit/mongo/record.schema';
import { storedFields } from '@docfolio/service-kit/mongo/stored-fields';
import type { Filter } from '@docfolio/service-kit/mongo/typed-model';

export interface SubscriberFields {
  email: string;
  /** Normalised email address, unique among subscribers that are neither deleted nor spam. */
  email_key: string;
  name: string | null;
  source: SubscriberSource;
  is_active: boolean;
  subscribed_at: Date;
  /** Time at which the address was confirmed. Without it the subscriber gets no newsletter. */
  confirmed_at: Date | null;
  is_spam: boolean;
  /** Id of the newer record that replaced this one when the inactive subscriber subscribed again. */
  replaced_by: string | null;
}

export const subscriberSchema = recordSchema<SubscriberFields>(
  storedFields<SubscriberFields>(subscriber, {
    email_key: { type: String, required: true },
    source: { type: String, enum: subscriberSources, required: true },
    is_active: { type: Boolean, default: true },
    is_spam: { type: Boolean, default: false },
    replaced_by: { type: String, default: null },
  }),
  {
    search: ['email', 'name'],
    sort: ['email'],
    indexes: [
      {
        serves: 'the subscriber of an address',
        fields: { email_key: 1 },
        unique: true,
        // Spam records don't count, so that they cannot block an address.
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
      {
        serves: 'who gets the newsletter',
        fields: { is_spam: 1, is_active: 1, subscribed_at: 1, _id: 1 },
        where: { confirmed_at: { $gt: new Date(0) } },
      },
      { serves: 'subscribers by e-mail', fields: { is_spam: 1, 'sort_keys.email': 1, _id: 1 } },
    ],
  },
);

/** As `statusOfSubscriber`. That of active ones must match the partial filter of the recipients' index. */
const withStatus: Record<SubscriberStatus, Filter<Stored<SubscriberFields>>> = {
  active: { is_active: true, confirmed_at: { $gt: new Date(0) } },
  unconfirmed: { is_active: true, confirmed_at: null },
  inactive: { is_active: false },
};
/** Filter of the newsletter's recipients. */
const entitled: Filter<Stored<SubscriberFields>> = { is_spam: false, ...withStatus.active };

@RepositoryOf('blog_subscribers')
export class SubscribersRepository extends RecordRepository<SubscriberFields> {
  private readonly findInactive = groupCalls((emailKeys: readonly string[]) => this.inactiveOf(emailKeys));

  /** Returns a page of subscribers, without spam. */
  listSubscribers({ status, source, ...query }: SubscriberListQuery) {
    return this.list(query, {
      filter: { is_spam: false, ...(status && withStatus[status]), ...(source && { source }) },
      sorts: subscriberSorts,
    });
  }

  /** Returns a page of the newsletter's recipients, oldest first. Index: who gets the newsletter. */
  listRecipients(query: ListQuery) {
    return this.list(query, { filter: entitled, sorts: ['subscribed_at'] });
  }

  /** Returns those of the subscribers who are recipients of the newsletter now. */
  async recipientsAmong(ids: readonly string[]) {
    const found = await this.model
      .find({ _id: { $in: ids }, ...entitled, deleted_at: null })
      .lean<Stored<SubscriberFields>[]>();
    return found.map((row) => this.output(row));
  }

  /** Raises the confirmation event again for an active subscriber who has not confirmed. */
  async requestConfirmationAgain(
    emailKey: string,
    requested: (subscriber: { id: string; email: string }) => OccurredEvent,
  ): Promise<void> {
    const place: Filter<Stored<SubscriberFields>> = { email_key: emailKey, is_spam: false, deleted_at: null };
    const waiting = { ...place, is_active: true, confirmed_at: null };
    const found = await this.model.findOne(waiting).lean<Stored<SubscriberFields> | null>();
    if (!found) return;
    const event = requested({ ...this.output(found) });
    const { modifiedCount } = await this.model.updateOne(
      { ...waiting, _id: found._id },
      { $push: { outbox: event.entry } },
    );
    if (modifiedCount > 0) await this.publish(found._id, [event]);
  }

  /** Ends a subscription, also a deleted one, and a newer one of the same address. Idempotent. */
  async end(id: string): Promise<void> {
    const ended = await this.model.findById(id).lean<Stored<SubscriberFields> | null>();
    if (!ended) return;
    await this.deactivate({ _id: id });
    await this.deactivate({ email_key: ended.email_key, is_spam: false, deleted_at: null });
  }

  private async deactivate(filter: Filter<Stored<SubscriberFields>>): Promise<void> {
    const found = await this.model.findOne({ ...filter, is_active: true }).lean<Stored<SubscriberFields> | null>();
    if (!found) return;
    const changed = occurred(subscriberChanged, { id: found._id, act: 'changed' });
    const { modifiedCount } = await this.model.updateOne(
      { _id: found._id, is_active: true },
      {
        $set: { is_active: false, updated_at: new Date() },
        $inc: { version: 1 },
        // Open lists don't show deleted records.
        ...(found.deleted_at === null && { $push: { outbox: changed.entry } }),
      },
    );
    if (modifiedCount > 0 && found.deleted_at === null) await this.publish(found._id, [changed]);
  }

  /** Returns each address's inactive subscriber, if it has one. Index: the subscriber of an address. */
  private async inactiveOf(emailKeys: readonly string[]): Promise<({ _id: string } | undefined)[]> {
    const found = await this.model
      .find({ email_key: { $in: emailKeys }, is_spam: false, is_active: false, deleted_at: null }, { email_key: 1 })
      .lean<{ _id: string; email_key: string }[]>();
    const byKey = new Map(found.map((subscriber) => [subscriber.email_key, subscriber]));
    return emailKeys.map((key) => byKey.get(key));
  }

  /** Soft-deletes an address's inactive subscriber, which the new record `id` replaces. Never deletes `id` itself. */
  async releaseInactive(emailKey: string, id: string): Promise<void> {
    const left = await querySpan('find', this.model.collection.name, () => this.findInactive(emailKey));
    if (!left || left._id === id) return;
    const now = new Date();
    const deleted = occurred(subscriberChanged, { id: left._id, act: 'deleted' });
    const { modifiedCount } = await this.model.updateOne(
      { _id: left._id, is_active: false, deleted_at: null },
      {
        $set: { deleted_at: now, updated_at: now, replaced_by: id },
        $inc: { version: 1 },
        $push: { outbox: deleted.entry },
      },
    );
    if (modifiedCount > 0) await this.publish(left._id, [deleted]);
  }
}

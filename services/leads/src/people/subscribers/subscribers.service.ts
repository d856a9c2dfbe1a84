import { honeypotField } from '@docfolio/contracts/core/honeypot';
import type { LiveAction } from '@docfolio/contracts/core/live';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Submitted } from '@docfolio/contracts/core/submission';
import {
  type NewSubscriber,
  type Subscriber,
  type SubscriberListQuery,
  statusOfSubscriber,
  subscriberChanged,
  subscribers,
} from '@docfolio/contracts/entities/subscriber';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { RecordService } from '@docfolio/service-kit/mongo/record.service';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { emailKey } from '../../records/email-key.js';
import { type Column, ExportedList } from '../../records/exported-list.js';
import { type SubscriberFields, SubscribersRepository } from './subscribers.repository.js';
import { confirmationOf } from './subscriptions.service.js';

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Columns of the exported list of subscribers, exactly these (specification, section 7). */
const columns: Column<Subscriber>[] = [
  ['Email', ({ email }) => email],
  ['Name', ({ name }) => name],
  ['Source', ({ source }) => source ?? 'blog'],
  ['Status', (subscriber) => capitalised(statusOfSubscriber(subscriber))],
  ['Subscribed At', ({ subscribed_at }) => subscribed_at],
];

@Injectable()
export class SubscribersService extends RecordService<SubscriberFields> {
  constructor(protected readonly records: SubscribersRepository) {
    super();
  }

  /** Subscribes an address, also a former subscriber's. @throws ProblemError `already_subscribed` if it is active */
  async subscribe({ [honeypotField]: trap, email, ...rest }: NewSubscriber, call: CallContext): Promise<Submitted> {
    const email_key = emailKey(email);
    if (!trap) await this.records.releaseInactive(email_key, call.recordId);
    const subscriber = {
      ...rest,
      email,
      email_key,
      is_active: true,
      subscribed_at: new Date(),
      is_spam: Boolean(trap),
    };
    try {
      await this.records.create(call.recordId, call.bodyHash, subscriber, (made) =>
        trap ? [] : [changed(made.id, 'created'), confirmationOf(made)],
      );
    } catch (error) {
      // An unconfirmed subscriber may have lost the email. The daily limit per address bounds the number of emails.
      if (isTaken(error) && !trap) await this.records.requestConfirmationAgain(email_key, confirmationOf);
      throw error;
    }
    return { id: call.recordId, status: 'stored' };
  }

  @ExportedList('blog_subscribers', subscribers.list, columns)
  list(query: SubscriberListQuery) {
    return this.records.listSubscribers(query);
  }

  @FromTrash<SubscriberFields>('blog_subscribers', {
    fields: ['email', 'name'],
    row: ({ email, name }) => ({ title: email, detail: name }),
    // The owner didn't delete a replaced record, and its address is taken.
    shown: { replaced_by: null },
  })
  override restore(id: string, actor: string | null) {
    return super.restore(id, actor);
  }

  protected eventsOf(act: LiveAction, { id }: { id: string }) {
    return [changed(id, act)];
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'already_subscribed';
}

function changed(id: string, act: LiveAction) {
  return occurred(subscriberChanged, { id, act });
}

import { honeypotField } from '@docfolio/contracts/honeypot';
import { ProblemError } from '@docfolio/contracts/problem';
import type { Submitted } from '@docfolio/contracts/submission';
import {
  type NewSubscriber,
  type SubscriberListQuery,
  type SubscriberPatch,
  subscriberChanged,
} from '@docfolio/contracts/subscriber';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { emailKey } from '../records/email-key.js';
import { type SubscriberFields, SubscribersRepository } from './subscribers.repository.js';
import { confirmationOf } from './subscriptions.service.js';

@Injectable()
export class SubscribersService {
  constructor(private readonly subscribers: SubscribersRepository) {}

  /**
   * Subscribes an address, once however it is spelt. Who left, or was deleted, is taken back.
   * @throws ProblemError `already_subscribed` for a living, active subscriber
   */
  async subscribe({ [honeypotField]: trap, email, ...rest }: NewSubscriber, call: CallContext): Promise<Submitted> {
    const email_key = emailKey(email);
    if (!trap) await this.subscribers.releaseInactive(email_key, call.recordId);
    const subscriber = {
      ...rest,
      email,
      email_key,
      is_active: true,
      subscribed_at: new Date(),
      is_spam: Boolean(trap),
    };
    try {
      await this.subscribers.create(call.recordId, call.bodyHash, subscriber, (made) =>
        trap ? [] : [told(made.id, 'created'), confirmationOf(made)],
      );
    } catch (error) {
      // Who has not confirmed may have lost the mail; how many go out the mail's own limit says.
      if (isTaken(error) && !trap) await this.subscribers.wantAgain(email_key, confirmationOf);
      throw error;
    }
    return { id: call.recordId, status: 'stored' };
  }

  list(query: SubscriberListQuery) {
    return this.subscribers.listSubscribers(query);
  }

  get(id: string) {
    return this.subscribers.get(id);
  }

  setActive({ id, is_active }: SubscriberPatch) {
    return this.subscribers.patch(id, (current) => (current.is_active === is_active ? {} : { is_active }), {
      events: [told(id, 'changed')],
    });
  }

  delete(id: string) {
    return this.subscribers.softDelete(id, [told(id, 'deleted')]);
  }

  /**
   * Brings a deleted subscriber back.
   * @throws ProblemError `not_found`; `already_subscribed` when somebody has subscribed under the address since
   */
  @FromTrash<SubscriberFields>('blog_subscribers', {
    fields: ['email', 'name'],
    row: ({ email, name }) => ({ title: email, detail: name }),
    // One that made room for its successor nobody has deleted, and its place is taken.
    shown: { replaced_by: null },
  })
  restore(id: string, _actor: string | null) {
    return this.subscribers.restore(id, [told(id, 'restored')]);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'already_subscribed';
}

function told(id: string, act: 'created' | 'changed' | 'deleted' | 'restored') {
  return occurred(subscriberChanged, { id, act });
}

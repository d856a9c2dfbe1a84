import type { ListQuery } from '@docfolio/contracts/core/list';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { confirmationRequested, type Recipient } from '@docfolio/contracts/entities/newsletter';
import { subscriberChanged } from '@docfolio/contracts/entities/subscriber';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { derivedId } from '@docfolio/service-kit/identity';
import { Injectable } from '@nestjs/common';
import { emailKey } from '../../records/email-key.js';
import { SubscribersRepository } from './subscribers.repository.js';
import { type LinkPurpose, readLink, signLink } from './subscription-tokens.js';

type Addressed = { id: string; email: string; name?: string | null };

@Injectable()
export class SubscriptionsService {
  constructor(private readonly subscribers: SubscribersRepository) {}

  /** Confirms a subscription, unless it has ended or was deleted. Idempotent. @throws ProblemError `not_found` */
  async confirm(token: string): Promise<{ status: 'confirmed' }> {
    await this.subscribers.patch(
      idOf('confirm', token),
      ({ is_active, is_spam, confirmed_at }) => {
        if (!is_active || is_spam) throw new ProblemError('not_found');
        return confirmed_at ? {} : { confirmed_at: new Date() };
      },
      { events: ({ id }) => [occurred(subscriberChanged, { id, act: 'changed' })] },
    );
    return { status: 'confirmed' };
  }

  /** Ends the subscription of a link. Idempotent. @throws ProblemError `not_found` for an invalid link */
  async unsubscribe(token: string): Promise<{ status: 'unsubscribed' }> {
    await this.subscribers.end(idOf('unsubscribe', token));
    return { status: 'unsubscribed' };
  }

  async recipients(query: ListQuery) {
    const { items, ...rest } = await this.subscribers.listRecipients(query);
    return { items: items.map(toRecipient), ...rest };
  }

  async stillRecipients(ids: readonly string[]): Promise<{ items: Recipient[] }> {
    return { items: (await this.subscribers.recipientsAmong(ids)).map(toRecipient) };
  }
}

/** Returns the event that requests a confirmation by email. */
export function confirmationOf({ id, email, name }: Addressed): OccurredEvent {
  const tokens = { confirm_token: signLink('confirm', id), unsubscribe_token: signLink('unsubscribe', id) };
  return occurred(confirmationRequested, { id, email, name: name ?? null, ...tokens });
}

function toRecipient({ id, email, name }: Addressed): Recipient {
  const reader = derivedId('reader', emailKey(email));
  return { id, reader, email, name: name ?? null, unsubscribe_token: signLink('unsubscribe', id) };
}

function idOf(purpose: LinkPurpose, token: string): string {
  const id = readLink(purpose, token);
  if (id === null) throw new ProblemError('not_found');
  return id;
}

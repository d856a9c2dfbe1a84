import { honeypotField } from '@docfolio/contracts/honeypot';
import type { Submitted } from '@docfolio/contracts/submission';
import type { NewSubscriber } from '@docfolio/contracts/subscriber';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { SubscribersRepository } from './subscribers.repository.js';

@Injectable()
export class SubscribersService {
  constructor(private readonly subscribers: SubscribersRepository) {}

  /**
   * Subscribes an address, once however it is spelt. Who left, or was deleted, is taken back.
   * @throws ProblemError `already_subscribed` for a living, active subscriber
   */
  async subscribe({ [honeypotField]: trap, email, ...rest }: NewSubscriber, call: CallContext): Promise<Submitted> {
    const email_key = keyOf(email);
    if (!trap) await this.subscribers.releaseInactive(email_key, call.recordId);
    await this.subscribers.create(call.recordId, call.bodyHash, {
      ...rest,
      email,
      email_key,
      is_active: true,
      subscribed_at: new Date(),
      is_spam: Boolean(trap),
    });
    return { id: call.recordId, status: 'stored' };
  }
}

/** One address in all its spellings: without case, its characters composed the same way. */
function keyOf(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

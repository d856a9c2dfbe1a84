import type { PayloadOf } from '@docfolio/contracts/core/event';
import { postWithdrawn } from '@docfolio/contracts/entities/post';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { NewsletterService } from './newsletter.service.js';

@Injectable()
export class PostSubscriber {
  constructor(private readonly newsletter: NewsletterService) {}

  @OnEvent(postWithdrawn)
  async stopSending({ id }: PayloadOf<typeof postWithdrawn>): Promise<void> {
    await this.newsletter.withdraw(id);
  }
}

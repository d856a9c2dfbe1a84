import type { ListQuery } from '@docfolio/contracts/core/list';
import { subscriptions } from '@docfolio/contracts/entities/newsletter';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { SubscriptionsService } from './subscriptions.service.js';

@Controller()
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Handle(subscriptions.confirm)
  confirm(@Input() { token }: { token: string }) {
    return this.subscriptions.confirm(token);
  }

  @Handle(subscriptions.unsubscribe)
  unsubscribe(@Input() { token }: { token: string }) {
    return this.subscriptions.unsubscribe(token);
  }

  @Handle(subscriptions.recipients)
  recipients(@Input() query: ListQuery) {
    return this.subscriptions.recipients(query);
  }

  @Handle(subscriptions.stillRecipients)
  stillRecipients(@Input() { ids }: { ids: string[] }) {
    return this.subscriptions.stillRecipients(ids);
  }
}

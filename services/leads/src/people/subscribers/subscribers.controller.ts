import {
  type NewSubscriber,
  type SubscriberListQuery,
  type SubscriberPatch,
  subscribers,
} from '@docfolio/contracts/subscriber';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { SubscribersService } from './subscribers.service.js';

@Controller()
export class SubscribersController {
  constructor(private readonly subscribers: SubscribersService) {}

  @Handle(subscribers.submit)
  submit(@Input() subscriber: NewSubscriber, @Call() call: CallContext) {
    return this.subscribers.subscribe(subscriber, call);
  }

  @Handle(subscribers.list)
  list(@Input() query: SubscriberListQuery) {
    return this.subscribers.list(query);
  }

  @Handle(subscribers.get)
  get(@Input() { id }: { id: string }) {
    return this.subscribers.get(id);
  }

  @Handle(subscribers.patch)
  patch(@Input() patch: SubscriberPatch) {
    return this.subscribers.setActive(patch);
  }

  @Handle(subscribers.delete)
  delete(@Input() { id }: { id: string }) {
    return this.subscribers.delete(id);
  }
}

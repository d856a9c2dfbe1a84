import { type NewSubscriber, subscribers } from '@docfolio/contracts/entities/subscriber';
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
}

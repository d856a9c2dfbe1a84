import type { InputOf } from '@docfolio/contracts/core/operation';
import { newsletter } from '@docfolio/contracts/entities/newsletter';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { NewsletterService } from './newsletter.service.js';

interface OfPost {
  post_id: string;
}
interface ById {
  id: string;
}

@Controller()
export class NewsletterController {
  constructor(private readonly newsletter: NewsletterService) {}

  @Handle(newsletter.audience)
  audience(@Input() { post_id }: OfPost) {
    return this.newsletter.audience(post_id);
  }

  @Handle(newsletter.test)
  test(@Input() { post_id }: OfPost, @Call() call: CallContext) {
    return this.newsletter.test(post_id, call);
  }

  @Handle(newsletter.create)
  create(@Input() { post_id }: OfPost, @Call() call: CallContext) {
    return this.newsletter.create(post_id, call);
  }

  @Handle(newsletter.list)
  list(@Input() query: InputOf<typeof newsletter.list>) {
    return this.newsletter.list(query);
  }

  @Handle(newsletter.get)
  get(@Input() { id }: ById) {
    return this.newsletter.get(id);
  }

  @Handle(newsletter.deliveries)
  deliveries(@Input() query: InputOf<typeof newsletter.deliveries>) {
    return this.newsletter.listDeliveries(query);
  }

  @Handle(newsletter.pause)
  pause(@Input() { id }: ById) {
    return this.newsletter.pause(id);
  }

  @Handle(newsletter.resume)
  resume(@Input() { id }: ById, @Call() call: CallContext) {
    return this.newsletter.resume(id, call);
  }

  @Handle(newsletter.retry)
  retry(@Input() { id }: ById, @Call() call: CallContext) {
    return this.newsletter.retry(id, call);
  }
}

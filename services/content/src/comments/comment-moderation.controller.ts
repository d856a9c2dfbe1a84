import { commentModeration, type Moderation, type NewReply } from '@docfolio/contracts/entities/comment-moderation';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { CommentModerationService } from './comment-moderation.service.js';

@Controller()
export class CommentModerationController {
  constructor(private readonly moderation: CommentModerationService) {}

  @Handle(commentModeration.reply)
  reply(@Input() reply: NewReply, @Call() call: CallContext) {
    return this.moderation.reply(reply, call);
  }

  @Handle(commentModeration.moderate)
  moderate(@Input() moderation: Moderation) {
    return this.moderation.moderate(moderation);
  }
}

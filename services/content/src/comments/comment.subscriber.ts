import { commentChanged } from '@docfolio/contracts/comment';
import type { PayloadOf } from '@docfolio/contracts/event';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { CommentsService } from './comments.service.js';

/** Counts again what a process that died between a comment's change and the count has left wrong. */
@Injectable()
export class CommentSubscriber {
  constructor(private readonly comments: CommentsService) {}

  @OnEvent(commentChanged)
  recount({ blog_post_id }: PayloadOf<typeof commentChanged>) {
    return this.comments.recount(blog_post_id);
  }
}

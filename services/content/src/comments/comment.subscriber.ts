import type { PayloadOf } from '@docfolio/contracts/core/event';
import { commentChanged } from '@docfolio/contracts/entities/comment';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { CommentsService } from './comments.service.js';

/** Updates a post's `comments_count` after each event of a public comment, in case a process crashed before it did. */
@Injectable()
export class CommentSubscriber {
  constructor(private readonly comments: CommentsService) {}

  @OnEvent(commentChanged)
  updateCommentsCount({ blog_post_id }: PayloadOf<typeof commentChanged>) {
    return this.comments.updateCommentsCount(blog_post_id);
  }
}

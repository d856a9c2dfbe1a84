import { comments, type NewComment } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { CommentsService } from './comments.service.js';

@Controller()
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Handle(comments.list)
  list(@Input() { id }: { id: string }) {
    return this.comments.visible(id);
  }

  @Handle(posts.page)
  page(@Input() { slug }: { slug: string }) {
    return this.comments.page(slug);
  }

  @Handle(comments.submit)
  submit(@Input() comment: NewComment, @Call() call: CallContext) {
    return this.comments.submit(comment, call);
  }
}

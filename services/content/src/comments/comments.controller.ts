import { type CommentListQuery, type CommentPatch, comments, type NewComment } from '@docfolio/contracts/comment';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { CommentsService } from './comments.service.js';

@Controller()
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Handle(comments.list)
  list(@Input() { id }: { id: string }) {
    return this.comments.list(id);
  }

  @Handle(comments.submit)
  submit(@Input() comment: NewComment, @Call() call: CallContext) {
    return this.comments.submit(comment, call);
  }

  @Handle(comments.listAll)
  listAll(@Input() query: CommentListQuery) {
    return this.comments.listAll(query);
  }

  @Handle(comments.get)
  get(@Input() { id }: { id: string }) {
    return this.comments.get(id);
  }

  @Handle(comments.patch)
  patch(@Input() patch: CommentPatch) {
    return this.comments.patch(patch);
  }

  @Handle(comments.delete)
  delete(@Input() { id }: { id: string }) {
    return this.comments.delete(id);
  }
}

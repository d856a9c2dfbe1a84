import type { InputOf } from '@docfolio/contracts/core/operation';
import { postRevisions } from '@docfolio/contracts/entities/post-revision';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { RevisionsService } from './revisions.service.js';

@Controller()
export class RevisionsController {
  constructor(private readonly revisions: RevisionsService) {}

  @Handle(postRevisions.list)
  list(@Input() query: InputOf<typeof postRevisions.list>) {
    return this.revisions.list(query);
  }

  @Handle(postRevisions.get)
  get(@Input() { id }: { id: string }) {
    return this.revisions.get(id);
  }
}

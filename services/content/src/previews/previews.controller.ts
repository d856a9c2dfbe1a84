import { postPreviews } from '@docfolio/contracts/entities/post-preview';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { PreviewsService } from './previews.service.js';

@Controller()
export class PreviewsController {
  constructor(private readonly previews: PreviewsService) {}

  @Handle(postPreviews.create)
  create(@Input() { id }: { id: string }) {
    return this.previews.create(id);
  }

  @Handle(postPreviews.read)
  read(@Input() { token }: { token: string }) {
    return this.previews.read(token);
  }
}

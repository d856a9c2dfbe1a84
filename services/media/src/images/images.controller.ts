import type { ListQuery } from '@docfolio/contracts/core/list';
import { images } from '@docfolio/contracts/entities/image';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { ImagesService } from './images.service.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Handle(images.list)
  list(@Input() query: ListQuery) {
    return this.images.list(query);
  }

  @Handle(images.delete)
  delete(@Input() { name }: { name: string }) {
    return this.images.delete(name);
  }
}

import { imageUses } from '@docfolio/contracts/entities/image';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';

@Controller()
export class ImagesController {
  constructor(private readonly posts: PostsRepository) {}

  @Handle(imageUses.list)
  async list(@Input() { name }: { name: string }) {
    return { items: await this.posts.listByImage(name) };
  }
}

import type { PayloadOf } from '@docfolio/contracts/core/event';
import { imageChanged } from '@docfolio/contracts/entities/image';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { ImageFactsRepository } from '../posts/image-facts.repository.js';
import { PostsRepository } from '../posts/posts.repository.js';

@Injectable()
export class ImageSubscriber {
  constructor(
    private readonly facts: ImageFactsRepository,
    private readonly posts: PostsRepository,
  ) {}

  /** Stores the facts of a changed image, or marks them deleted. Invalidates the published posts that show it. */
  @OnEvent(imageChanged)
  async updateFacts({ act, image }: PayloadOf<typeof imageChanged>): Promise<void> {
    await (act === 'deleted' ? this.facts.markDeleted(image) : this.facts.store(image));
    const published = (await this.posts.listByImage(image.name)).filter((post) => post.published);
    for (const { id } of published) await this.posts.invalidateRendering(id);
  }
}

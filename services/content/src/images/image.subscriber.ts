import type { PayloadOf } from '@docfolio/contracts/event';
import { imageChanged } from '@docfolio/contracts/image';
import { OnEvent } from '@docfolio/service-kit/events/on-event';
import { Injectable } from '@nestjs/common';
import { ImageFactsRepository } from '../posts/image-facts.repository.js';
import { PostsRepository } from '../posts/posts.repository.js';

/** Keeps what posts are drawn with. */
@Injectable()
export class ImageSubscriber {
  constructor(
    private readonly facts: ImageFactsRepository,
    private readonly posts: PostsRepository,
  ) {}

  /** What caches have been answered since the image changed may still be without its facts: they are told again. */
  @OnEvent(imageChanged)
  async note({ act, image }: PayloadOf<typeof imageChanged>): Promise<void> {
    await (act === 'deleted' ? this.facts.remove(image) : this.facts.note(image));
    const published = (await this.posts.showing(image.name)).filter((post) => post.published);
    for (const { id } of published) await this.posts.redrawn(id);
  }
}

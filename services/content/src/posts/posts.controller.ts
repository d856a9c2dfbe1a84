import { type PostListQuery, posts } from '@docfolio/contracts/entities/post';
import { Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { PublishedPostsService } from './published-posts.service.js';

@Controller()
export class PostsController {
  constructor(private readonly published: PublishedPostsService) {}

  @Handle(posts.list)
  list(@Input() query: PostListQuery) {
    return this.published.list(query);
  }

  @Handle(posts.read)
  read(@Input() { slug }: { slug: string }) {
    return this.published.read(slug);
  }

  @Handle(posts.related)
  related(@Input() { slug }: { slug: string }) {
    return this.published.related(slug);
  }

  @Handle(posts.neighbours)
  neighbours(@Input() { slug }: { slug: string }) {
    return this.published.neighbours(slug);
  }

  @Handle(posts.categories)
  categories() {
    return this.published.categories();
  }

  @Handle(posts.feed)
  feed() {
    return this.published.feed();
  }

  @Handle(posts.sitemap)
  sitemap() {
    return this.published.sitemap();
  }
}

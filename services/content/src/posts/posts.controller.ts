import {
  type EditedPostListQuery,
  type NewPost,
  type PostListQuery,
  type PostPatch,
  posts,
} from '@docfolio/contracts/post';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { PostsService } from './posts.service.js';
import { PublishedPostsService } from './published-posts.service.js';

@Controller()
export class PostsController {
  constructor(
    private readonly published: PublishedPostsService,
    private readonly posts: PostsService,
  ) {}

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

  @Handle(posts.listEdited)
  listEdited(@Input() query: EditedPostListQuery) {
    return this.posts.listEdited(query);
  }

  @Handle(posts.get)
  get(@Input() { id }: { id: string }) {
    return this.posts.get(id);
  }

  @Handle(posts.create)
  create(@Input() post: NewPost, @Call() call: CallContext) {
    return this.posts.create(post, call);
  }

  @Handle(posts.patch)
  patch(@Input() patch: PostPatch, @Call() call: CallContext) {
    return this.posts.patch(patch, call);
  }

  @Handle(posts.delete)
  delete(@Input() { id }: { id: string }) {
    return this.posts.delete(id);
  }
}

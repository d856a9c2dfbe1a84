import type { LiveAct } from '@docfolio/contracts/live';
import {
  draftChanged,
  type EditedPost,
  type EditedPostListQuery,
  editedPost,
  editedPostSummary,
  type NewPost,
  type PostPatch,
  postChanged,
} from '@docfolio/contracts/post';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import type { PostFields, PostRecord } from './post.schema.js';
import { edited, written } from './post-edits.js';
import { PostsRepository } from './posts.repository.js';

/** What the owner does to posts: only what the public could or can read outdates what it was answered. */
@Injectable()
export class PostsService {
  constructor(private readonly posts: PostsRepository) {}

  async listEdited(query: EditedPostListQuery) {
    const { items, ...rest } = await this.posts.listEdited(query);
    return { items: items.map((post) => editedPostSummary.parse(post)), ...rest };
  }

  async get(id: string): Promise<EditedPost> {
    return editedPost.parse(await this.posts.get(id));
  }

  /** @throws ProblemError `slug_taken` */
  async create(post: NewPost, call: CallContext): Promise<EditedPost> {
    const created = await this.posts.create(
      call.recordId,
      call.bodyHash,
      written(post, new Date()),
      changeOf('created'),
    );
    return editedPost.parse(created);
  }

  /** @throws ProblemError `not_found`, `stale`, `slug_taken` */
  async patch(patch: PostPatch): Promise<EditedPost> {
    const patched = await this.posts.patch(patch.id, (current) => edited(current, patch, new Date()), {
      version: patch.version,
      events: (post, before) => changeOf('changed', before.published)(post),
    });
    return editedPost.parse(patched);
  }

  /** Takes its comments out of view with it: those of a post that isn't published nobody reads. */
  delete(id: string) {
    return this.posts.softDelete(id, changeOf('deleted'));
  }

  /** Its comments come back into view with it. @throws ProblemError `not_found`, `slug_taken` */
  @FromTrash<PostFields>('blog_posts', {
    fields: ['title', 'slug', 'published'],
    row: ({ title, slug, published }) => ({ title, detail: published ? `/blog/${slug}` : 'Draft' }),
  })
  restore(id: string) {
    return this.posts.restore(id, changeOf('restored'));
  }
}

const changeOf =
  (act: LiveAct, wasPublic = false) =>
  ({ id, published }: PostRecord) => [occurred(published || wasPublic ? postChanged : draftChanged, { id, act })];

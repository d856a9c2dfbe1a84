import type { InputOf } from '@docfolio/contracts/core/operation';
import {
  type PostRevision,
  postRevision,
  postRevisionSummary,
  type postRevisions,
} from '@docfolio/contracts/entities/post-revision';
import { Injectable } from '@nestjs/common';
import { PostRevisionsRepository } from '../posts/post-revisions.repository.js';
import { PostsRepository } from '../posts/posts.repository.js';

@Injectable()
export class RevisionsService {
  constructor(
    private readonly revisions: PostRevisionsRepository,
    private readonly posts: PostsRepository,
  ) {}

  /** Lists revisions without contents. Index: revisions of a post the newest first. @throws ProblemError `not_found` */
  async list({ id, ...query }: InputOf<typeof postRevisions.list>) {
    // A refused save leaves a revision of the current version, whose text the post still has: skip it.
    const { version } = await this.posts.get(id);
    const { items, ...rest } = await this.revisions.list(query, {
      filter: { post_id: id, version: { $lt: version } },
      sorts: ['-version'],
      without: ['content'],
    });
    return { items: items.map((item) => postRevisionSummary.parse(item)), ...rest };
  }

  /** Returns a revision with its content. @throws ProblemError `not_found`, also while the post is in the trash */
  async get(id: string): Promise<PostRevision> {
    const revision = await this.revisions.get(id);
    await this.posts.get(revision.post_id);
    return postRevision.parse(revision);
  }
}

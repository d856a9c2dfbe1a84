import { type ModeratedComment, moderatedComment } from '@docfolio/contracts/entities/comment';
import { Injectable } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { type CommentRecord, CommentsRepository } from './comments.repository.js';

/** Adds to each comment its post and the comment it replies to, with two queries for all comments. */
@Injectable()
export class ModeratedComments {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly posts: PostsRepository,
  ) {}

  async of(comments: readonly CommentRecord[]): Promise<ModeratedComment[]> {
    const parents = comments.flatMap(({ parent_comment_id }) => parent_comment_id ?? []);
    const [posts, quotes] = await Promise.all([
      this.posts.references(distinct(comments.map(({ blog_post_id }) => blog_post_id))),
      this.comments.quotes(distinct(parents)),
    ]);
    return comments.map((comment) =>
      moderatedComment.parse({
        ...comment,
        post: posts.get(comment.blog_post_id) ?? null,
        in_reply_to: quotes.get(comment.parent_comment_id ?? '') ?? null,
      }),
    );
  }

  async ofOne(comment: CommentRecord): Promise<ModeratedComment> {
    const [moderated] = await this.of([comment]);
    return moderated!;
  }
}

const distinct = (ids: readonly string[]) => [...new Set(ids)];

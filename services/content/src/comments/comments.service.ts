import { honeypotField } from '@docfolio/contracts/core/honeypot';
import { ProblemError } from '@docfolio/contracts/core/problem';
import type { Submitted } from '@docfolio/contracts/core/submission';
import {
  type Comment,
  type CommentListQuery,
  type CommentPatch,
  comment,
  type ModeratedComment,
  type NewComment,
} from '@docfolio/contracts/entities/comment';
import { commentReceived } from '@docfolio/contracts/entities/comment-moderation';
import type { PostPage } from '@docfolio/contracts/entities/post';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type PostReference, PostsRepository } from '../posts/posts.repository.js';
import { PublishedPostsService } from '../posts/published-posts.service.js';
import { changeEvents, consistentFlags, isVisible } from './comment-changes.js';
import { type CommentFields, type CommentRecord, CommentsRepository } from './comments.repository.js';
import { ModeratedComments } from './moderated-comments.js';

@Injectable()
export class CommentsService {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly posts: PostsRepository,
    private readonly moderated: ModeratedComments,
    private readonly published: PublishedPostsService,
  ) {}

  /** Stores a comment for approval. @throws ProblemError `not_found` if the post isn't published; `invalid_parent` */
  async submit({ id, [honeypotField]: honeypot, ...written }: NewComment, call: CallContext): Promise<Submitted> {
    // A retry gets the original response, even if the post or the parent has changed since.
    const isNew = !(await this.comments.wasCreated(call.recordId));
    const post = isNew ? await this.getCommentablePost(id, written.parent_comment_id) : undefined;
    const comment = { ...written, blog_post_id: id, is_approved: false, is_spam: Boolean(honeypot) };
    const events = (stored: CommentRecord) => [
      ...changeEvents('created')(stored),
      ...(post ? receivedEvents(stored, post) : []),
    ];
    await this.comments.create(call.recordId, call.bodyHash, comment, honeypot ? [] : events);
    return { id: call.recordId, status: 'stored' };
  }

  /** Returns the visible comments of a post. @throws ProblemError `not_found` if the post isn't published */
  async visible(postId: string): Promise<{ items: Comment[] }> {
    await this.assertPublished(postId);
    return { items: await this.visibleOf(postId) };
  }

  /** Returns what the page of a published post shows. @throws ProblemError `not_found`; `moved` for a former slug */
  async page(slug: string): Promise<PostPage> {
    const page = await this.published.page(slug);
    return { ...page, comments: await this.visibleOf(page.post.id) };
  }

  async list(query: CommentListQuery) {
    const { items, ...rest } = await this.comments.listAll(query);
    return { items: await this.moderated.of(items), ...rest };
  }

  async get(id: string): Promise<ModeratedComment> {
    return this.moderated.ofOne(await this.comments.get(id));
  }

  async patch(patch: CommentPatch): Promise<ModeratedComment> {
    const patched = await this.setFlags(patch);
    await this.updateCommentsCount(patched.blog_post_id);
    return this.moderated.ofOne(patched);
  }

  async delete(id: string): Promise<{ id: string }> {
    const { blog_post_id } = await this.softDelete(id);
    await this.updateCommentsCount(blog_post_id);
    return { id };
  }

  /** Changes a comment's flags without updating the post's count. @throws ProblemError `not_found` */
  setFlags({ id, ...changes }: CommentPatch): Promise<CommentRecord> {
    return this.comments.patch(id, consistentFlags(changes), {
      events: (after, before) => changeEvents('changed', isVisible(before) !== isVisible(after))(after),
    });
  }

  /** Soft-deletes a comment without updating the post's count. @throws ProblemError `not_found` */
  async softDelete(id: string): Promise<CommentRecord> {
    const comment = await this.comments.get(id);
    await this.comments.softDelete(id, changeEvents('deleted'));
    return comment;
  }

  /** Restores a deleted comment. @throws ProblemError `not_found`; `conflict` if the post was purged */
  @FromTrash<CommentFields>('blog_comments', {
    fields: ['author_name', 'content'],
    row: ({ author_name, content }) => ({ title: author_name, detail: content }),
  })
  async restore(id: string): Promise<void> {
    const postId = await this.comments.postOf(id);
    if (postId !== null && !(await this.posts.existingIds([postId])).has(postId))
      throw new ProblemError('conflict', { detail: 'Its post has been removed for good.' });
    const { blog_post_id } = await this.comments.restore(id, changeEvents('restored'));
    await this.updateCommentsCount(blog_post_id);
  }

  /** Sets `comments_count`. Repeats until it is right, because concurrent approvals may store an older count. */
  async updateCommentsCount(postId: string): Promise<void> {
    while (await this.posts.storeCommentsCount(postId, await this.comments.countVisible(postId)));
  }

  private async getCommentablePost(postId: string, parent: string | null): Promise<PostReference> {
    const post = (await this.posts.references([postId])).get(postId);
    if (!post?.published) throw new ProblemError('not_found');
    if (parent === null || (await this.comments.canBeRepliedTo(parent, postId))) return post;
    throw new ProblemError('invalid_parent', {
      errors: [{ path: 'parent_comment_id', message: 'This comment cannot be replied to' }],
    });
  }

  private async visibleOf(postId: string): Promise<Comment[]> {
    return (await this.comments.listVisible(postId)).map((item) => comment.parse(item));
  }

  private async assertPublished(postId: string): Promise<void> {
    if (!(await this.posts.isPublished(postId))) throw new ProblemError('not_found');
  }
}

function receivedEvents({ id, author_name, content }: CommentRecord, { title, slug }: PostReference): OccurredEvent[] {
  return [occurred(commentReceived, { id, author_name, content, post_title: title, post_slug: slug })];
}

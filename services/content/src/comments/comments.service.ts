import {
  type Comment,
  type CommentListQuery,
  type CommentPatch,
  comment,
  type ModeratedComment,
  type NewComment,
} from '@docfolio/contracts/comment';
import { commentReceived } from '@docfolio/contracts/comment-moderation';
import { honeypotField } from '@docfolio/contracts/honeypot';
import { ProblemError } from '@docfolio/contracts/problem';
import type { Submitted } from '@docfolio/contracts/submission';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type PostReference, PostsRepository } from '../posts/posts.repository.js';
import { changeOf, isInView, moderated } from './comment-changes.js';
import { type CommentFields, type CommentRecord, CommentsRepository } from './comments.repository.js';
import { ModeratedComments } from './moderated-comments.js';

@Injectable()
export class CommentsService {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly posts: PostsRepository,
    private readonly moderated: ModeratedComments,
  ) {}

  /**
   * Stores what a reader writes, as it was written, until the owner approves it. A filled honeypot flags it: it is kept
   * out of the list, and the sender is answered as anybody.
   * @throws ProblemError `not_found` where there is no published post; `invalid_parent`
   */
  async submit({ id, [honeypotField]: trap, ...written }: NewComment, call: CallContext): Promise<Submitted> {
    // Sent again it is answered as it was, whatever has become of the post and the parent.
    const isNew = !(await this.comments.wasSent(call.recordId));
    const post = isNew ? await this.admit(id, written.parent_comment_id) : undefined;
    const comment = { ...written, blog_post_id: id, is_approved: false, is_spam: Boolean(trap) };
    const events = (stored: CommentRecord) => [...changeOf('created')(stored), ...(post ? received(stored, post) : [])];
    await this.comments.create(call.recordId, call.bodyHash, comment, trap ? [] : events);
    return { id: call.recordId, status: 'stored' };
  }

  /** What everybody sees under a post. @throws ProblemError `not_found` where there is no published post */
  async list(postId: string): Promise<{ items: Comment[] }> {
    await this.assertPublished(postId);
    const items = await this.comments.inViewOf(postId);
    return { items: items.map((item) => comment.parse(item)) };
  }

  async listAll(query: CommentListQuery) {
    const { items, ...rest } = await this.comments.listAll(query);
    return { items: await this.moderated.of(items), ...rest };
  }

  /** @throws ProblemError `not_found` */
  async get(id: string): Promise<ModeratedComment> {
    return this.moderated.ofOne(await this.comments.get(id));
  }

  /** Approves, takes back or flags; see `moderated`. @throws ProblemError `not_found` */
  async patch(patch: CommentPatch): Promise<ModeratedComment> {
    const patched = await this.mark(patch);
    await this.recount(patched.blog_post_id);
    return this.moderated.ofOne(patched);
  }

  /** @throws ProblemError `not_found` */
  async delete(id: string): Promise<{ id: string }> {
    const { blog_post_id } = await this.bury(id);
    await this.recount(blog_post_id);
    return { id };
  }

  /** `patch` without the count: who does the same with several counts once, after them. @throws ProblemError `not_found` */
  mark({ id, ...changes }: CommentPatch): Promise<CommentRecord> {
    return this.comments.patch(id, moderated(changes), {
      events: (after, before) => changeOf('changed', isInView(before) !== isInView(after))(after),
    });
  }

  /** `delete` without the count. @throws ProblemError `not_found` */
  async bury(id: string): Promise<CommentRecord> {
    const comment = await this.comments.get(id);
    await this.comments.softDelete(id, changeOf('deleted'));
    return comment;
  }

  /**
   * As it was: an approved one stands under its post again, and is counted.
   * @throws ProblemError `not_found`; `conflict` when its post has been removed for good
   */
  @FromTrash<CommentFields>('blog_comments', {
    fields: ['author_name', 'content'],
    row: ({ author_name, content }) => ({ title: author_name, detail: content }),
  })
  async restore(id: string): Promise<void> {
    const postId = await this.comments.postOf(id);
    if (postId !== null && !(await this.posts.present([postId])).has(postId))
      throw new ProblemError('conflict', { detail: 'Its post has been removed for good.' });
    const { blog_post_id } = await this.comments.restore(id, changeOf('restored'));
    await this.recount(blog_post_id);
  }

  /**
   * Counts the comments that everybody sees and notes the number with the post, until the two agree: of several that are
   * approved at once, whoever notes an old number finds the new one when he looks again. Safe to repeat.
   */
  async recount(postId: string): Promise<void> {
    while (await this.posts.noteCommentsCount(postId, await this.comments.countInViewOf(postId)));
  }

  /** @returns the post */
  private async admit(postId: string, parent: string | null): Promise<PostReference> {
    const post = (await this.posts.references([postId])).get(postId);
    if (!post?.published) throw new ProblemError('not_found');
    if (parent === null || (await this.comments.canBeRepliedTo(parent, postId))) return post;
    throw new ProblemError('invalid_parent', {
      errors: [{ path: 'parent_comment_id', message: 'This comment cannot be replied to' }],
    });
  }

  private async assertPublished(postId: string): Promise<void> {
    if (!(await this.posts.isPublished(postId))) throw new ProblemError('not_found');
  }
}

/** What the owner is told of a comment that came in. */
function received({ id, author_name, content }: CommentRecord, { title, slug }: PostReference): OccurredEvent[] {
  return [occurred(commentReceived, { id, author_name, content, post_title: title, post_slug: slug })];
}

import {
  type Comment,
  type CommentListQuery,
  type CommentPatch,
  comment,
  commentChanged,
  type ModeratedComment,
  moderatedComment,
  type NewComment,
  pendingCommentChanged,
} from '@docfolio/contracts/comment';
import { honeypotField } from '@docfolio/contracts/honeypot';
import type { LiveAct } from '@docfolio/contracts/live';
import { ProblemError } from '@docfolio/contracts/problem';
import type { Submitted } from '@docfolio/contracts/submission';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { type CommentFields, type CommentRecord, CommentsRepository } from './comments.repository.js';

@Injectable()
export class CommentsService {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly posts: PostsRepository,
  ) {}

  /**
   * Stores what a reader writes, as it was written, until the owner approves it. A filled honeypot flags it: it is kept
   * out of the list, and the sender is answered as anybody.
   * @throws ProblemError `not_found` where there is no published post; `invalid_parent`
   */
  async submit({ id, [honeypotField]: trap, ...written }: NewComment, call: CallContext): Promise<Submitted> {
    // Sent again it is answered as it was, whatever has become of the post and the parent.
    if (!(await this.comments.wasSent(call.recordId))) await this.admit(id, written.parent_comment_id);
    const comment = { ...written, blog_post_id: id, is_approved: false, is_spam: Boolean(trap) };
    await this.comments.create(call.recordId, call.bodyHash, comment, trap ? [] : changeOf('created'));
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
    return { items: items.map((item) => moderatedComment.parse(item)), ...rest };
  }

  /** Approves, takes back or flags; see `moderated`. @throws ProblemError `not_found` */
  async patch({ id, ...changes }: CommentPatch): Promise<ModeratedComment> {
    const patched = await this.comments.patch(id, moderated(changes), {
      events: (after, before) => changeOf('changed', isInView(before) !== isInView(after))(after),
    });
    await this.recount(patched.blog_post_id);
    return moderatedComment.parse(patched);
  }

  /** @throws ProblemError `not_found` */
  async delete(id: string) {
    const { blog_post_id } = await this.comments.get(id);
    const deleted = await this.comments.softDelete(id, changeOf('deleted'));
    await this.recount(blog_post_id);
    return deleted;
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

  private async admit(postId: string, parent: string | null): Promise<void> {
    await this.assertPublished(postId);
    if (parent === null || (await this.comments.canBeRepliedTo(parent, postId))) return;
    throw new ProblemError('invalid_parent', {
      errors: [{ path: 'parent_comment_id', message: 'This comment cannot be replied to' }],
    });
  }

  private async assertPublished(postId: string): Promise<void> {
    if (!(await this.posts.isPublished(postId))) throw new ProblemError('not_found');
  }
}

/** Approving says that it is no spam, flagging that it isn't approved: whatever the other flag was. */
function moderated({ is_approved, is_spam }: Omit<CommentPatch, 'id'>): Partial<Omit<CommentPatch, 'id'>> {
  if (is_spam) return { is_spam, is_approved: false };
  if (is_approved) return { is_approved, is_spam: false };
  return { is_approved, is_spam };
}

function isInView({ is_approved, is_spam }: CommentRecord): boolean {
  return is_approved && !is_spam;
}

/** @param isSeen whether somebody sees that it happened: it outdates what they were answered */
const changeOf =
  (act: LiveAct, isSeen?: boolean) =>
  (comment: CommentRecord): OccurredEvent[] => {
    const { id, blog_post_id } = comment;
    if (isSeen ?? isInView(comment)) return [occurred(commentChanged, { id, blog_post_id, act })];
    return [occurred(pendingCommentChanged, { id, act })];
  };

import { ProblemError } from '@docfolio/contracts/core/problem';
import type { ModeratedComment } from '@docfolio/contracts/entities/comment';
import type { Moderation, ModerationAction, NewReply } from '@docfolio/contracts/entities/comment-moderation';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { owner } from '@docfolio/site-copy/site';
import { Injectable } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { changeEvents } from './comment-changes.js';
import { type CommentRecord, CommentsRepository } from './comments.repository.js';
import { CommentsService } from './comments.service.js';
import { ModeratedComments } from './moderated-comments.js';

@Injectable()
export class CommentModerationService {
  constructor(
    private readonly comments: CommentsService,
    private readonly stored: CommentsRepository,
    private readonly posts: PostsRepository,
    private readonly moderated: ModeratedComments,
  ) {}

  /**
   * Publishes a reply in the owner's name, and approves the comment that it replies to. A reply to a reply gets the
   * same parent. @throws ProblemError `not_found`; `invalid_parent` if visitors couldn't see the reply
   */
  async reply({ id, content }: NewReply, call: CallContext): Promise<ModeratedComment> {
    // A retry gets the original response, even if the comment or its post has changed since.
    const isNew = !(await this.stored.wasCreated(call.recordId));
    const parent = isNew ? await this.getRepliable(id) : await this.stored.get(call.recordId);
    if (isNew) await this.comments.patch({ id, is_approved: true });
    const reply = await this.stored.create(
      call.recordId,
      call.bodyHash,
      {
        blog_post_id: parent.blog_post_id,
        parent_comment_id: parent.parent_comment_id ?? parent.id,
        author_name: owner.name,
        content,
        by_author: true,
        is_approved: true,
      },
      changeEvents('created'),
    );
    await this.comments.updateCommentsCount(reply.blog_post_id);
    return this.moderated.ofOne(reply);
  }

  /** Applies an action to comments, then updates each affected post's count once. @returns ids of existing comments */
  async moderate({ ids, act }: Moderation): Promise<{ ids: string[] }> {
    const moderated = (await Promise.all([...new Set(ids)].map((id) => this.apply(id, act)))).flat();
    const posts = new Set(moderated.map(({ blog_post_id }) => blog_post_id));
    await Promise.all([...posts].map((id) => this.comments.updateCommentsCount(id)));
    return { ids: moderated.map(({ id }) => id) };
  }

  /** Applies an action to a comment. @returns the changed comment, or none if it doesn't exist */
  private async apply(id: string, act: ModerationAction): Promise<CommentRecord[]> {
    try {
      return [
        await (act === 'delete' ? this.comments.softDelete(id) : this.comments.setFlags({ id, ...flagsOf[act] })),
      ];
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return [];
      throw error;
    }
  }

  private async getRepliable(id: string): Promise<CommentRecord> {
    const comment = await this.stored.get(id);
    const { blog_post_id, parent_comment_id } = comment;
    if (!(await this.posts.isPublished(blog_post_id))) throw invalidParent('Its post is not published.');
    if (parent_comment_id === null) return comment;
    if (await this.stored.canBeRepliedTo(parent_comment_id, blog_post_id)) return comment;
    throw invalidParent('The comment that it replies to is not visible.');
  }
}

const flagsOf = {
  approve: { is_approved: true },
  unapprove: { is_approved: false },
  spam: { is_spam: true },
  not_spam: { is_spam: false },
} as const satisfies Record<Exclude<ModerationAction, 'delete'>, object>;

const invalidParent = (detail: string) => new ProblemError('invalid_parent', { detail });

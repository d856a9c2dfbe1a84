import { owner } from '@docfolio/content/site';
import type { ModeratedComment } from '@docfolio/contracts/comment';
import type { Moderation, ModerationAct, NewReply } from '@docfolio/contracts/comment-moderation';
import { ProblemError } from '@docfolio/contracts/problem';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { PostsRepository } from '../posts/posts.repository.js';
import { changeOf } from './comment-changes.js';
import { type CommentRecord, CommentsRepository } from './comments.repository.js';
import { CommentsService } from './comments.service.js';
import { ModeratedComments } from './moderated-comments.js';

/** What the owner does to comments beyond one switch of one comment. */
@Injectable()
export class CommentModerationService {
  constructor(
    private readonly comments: CommentsService,
    private readonly stored: CommentsRepository,
    private readonly posts: PostsRepository,
    private readonly moderated: ModeratedComments,
  ) {}

  /**
   * Answers a comment in the owner's name, in view at once. What is answered has been read: it comes into view too, or
   * nobody would see the reply. A reply to a reply stands beside it.
   * @throws ProblemError `not_found`; `invalid_parent` where nobody could read the reply
   */
  async reply({ id, content }: NewReply, call: CallContext): Promise<ModeratedComment> {
    // Sent again it is answered as it was, whatever has become of the comment and its post.
    const isNew = !(await this.stored.wasSent(call.recordId));
    const answered = isNew ? await this.answerable(id) : await this.stored.get(call.recordId);
    if (isNew) await this.comments.patch({ id, is_approved: true });
    const reply = await this.stored.create(
      call.recordId,
      call.bodyHash,
      {
        blog_post_id: answered.blog_post_id,
        parent_comment_id: answered.parent_comment_id ?? answered.id,
        author_name: owner.name,
        content,
        by_author: true,
        is_approved: true,
      },
      changeOf('created'),
    );
    await this.comments.recount(reply.blog_post_id);
    return this.moderated.ofOne(reply);
  }

  /** The same for each, and one count for each of their posts; @returns those that are there */
  async moderate({ ids, act }: Moderation): Promise<{ ids: string[] }> {
    const moderated = (await Promise.all([...new Set(ids)].map((id) => this.one(id, act)))).flat();
    const posts = new Set(moderated.map(({ blog_post_id }) => blog_post_id));
    await Promise.all([...posts].map((id) => this.comments.recount(id)));
    return { ids: moderated.map(({ id }) => id) };
  }

  /** The comment, or nothing where there is none. */
  private async one(id: string, act: ModerationAct): Promise<CommentRecord[]> {
    try {
      return [await (act === 'delete' ? this.comments.bury(id) : this.comments.mark({ id, ...changes[act] }))];
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not_found') return [];
      throw error;
    }
  }

  private async answerable(id: string): Promise<CommentRecord> {
    const comment = await this.stored.get(id);
    const { blog_post_id, parent_comment_id } = comment;
    if (!(await this.posts.isPublished(blog_post_id))) throw unanswerable('Its post is not published.');
    if (parent_comment_id === null) return comment;
    if (await this.stored.canBeRepliedTo(parent_comment_id, blog_post_id)) return comment;
    throw unanswerable('The comment that it replies to is not in view.');
  }
}

/** What an act changes. */
const changes = {
  approve: { is_approved: true },
  unapprove: { is_approved: false },
  spam: { is_spam: true },
  not_spam: { is_spam: false },
} as const satisfies Record<Exclude<ModerationAct, 'delete'>, object>;

const unanswerable = (detail: string) => new ProblemError('invalid_parent', { detail });

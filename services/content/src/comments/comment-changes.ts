import { type CommentPatch, commentChanged, pendingCommentChanged } from '@docfolio/contracts/comment';
import type { LiveAct } from '@docfolio/contracts/live';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import type { CommentRecord } from './comments.repository.js';

/** Approving says that it is no spam, flagging that it isn't approved: whatever the other flag was. */
export function moderated({ is_approved, is_spam }: Omit<CommentPatch, 'id'>): Partial<Omit<CommentPatch, 'id'>> {
  if (is_spam) return { is_spam, is_approved: false };
  if (is_approved) return { is_approved, is_spam: false };
  return { is_approved, is_spam };
}

/** Whether nothing of its own keeps a comment from being seen. */
export function isInView({ is_approved, is_spam }: CommentRecord): boolean {
  return is_approved && !is_spam;
}

/**
 * What a change of a comment raises.
 * @param isSeen whether somebody sees that it happened: it outdates what they were answered
 */
export const changeOf =
  (act: LiveAct, isSeen?: boolean) =>
  (comment: CommentRecord): OccurredEvent[] => {
    const { id, blog_post_id } = comment;
    if (isSeen ?? isInView(comment)) return [occurred(commentChanged, { id, blog_post_id, act })];
    return [occurred(pendingCommentChanged, { id, act })];
  };

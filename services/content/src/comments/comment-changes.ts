import type { LiveAction } from '@docfolio/contracts/core/live';
import { type CommentPatch, commentChanged, pendingCommentChanged } from '@docfolio/contracts/entities/comment';
import { type OccurredEvent, occurred } from '@docfolio/service-kit/events/outbox';
import type { CommentRecord } from './comments.repository.js';

/** Returns a consistent pair of flags: flagging as spam withdraws the approval, and approving clears the spam flag. */
export function consistentFlags({ is_approved, is_spam }: Omit<CommentPatch, 'id'>): Partial<Omit<CommentPatch, 'id'>> {
  if (is_spam) return { is_spam, is_approved: false };
  if (is_approved) return { is_approved, is_spam: false };
  return { is_approved, is_spam };
}

/** Returns whether a comment is visible by its own flags. A reply also needs a visible parent. */
export function isVisible({ is_approved, is_spam }: CommentRecord): boolean {
  return is_approved && !is_spam;
}

/** Returns a function that returns a comment's events. @param isPublic whether visitors see the change (isVisible) */
export const changeEvents =
  (act: LiveAction, isPublic?: boolean) =>
  (comment: CommentRecord): OccurredEvent[] => {
    const { id, blog_post_id } = comment;
    if (isPublic ?? isVisible(comment)) return [occurred(commentChanged, { id, blog_post_id, act })];
    return [occurred(pendingCommentChanged, { id, act })];
  };

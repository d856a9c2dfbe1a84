import { FormAttempts } from '@docfolio/api-client/attempt';
import { call } from '@docfolio/api-client/call';
import { comments, type NewComment } from '@docfolio/contracts/comment';
import { checked } from '../checked.js';
import type { Texts } from '../use-plain-form.js';
import type { CommentField, CommentPlace } from './comment-place.js';

/** What the form's texts say as a comment in its place, or what is wrong with which of them. */
export function checkComment({ postId, parentId }: CommentPlace, { website, ...texts }: Texts<CommentField>) {
  return checked(comments.submit, { ...texts, id: postId, parent_comment_id: parentId, ...(website && { website }) });
}

/**
 * Sends the comments of one form: another try with the same words is the same act, over a reload of the page too (see
 * FormAttempts). It rejects as `call` does.
 */
export function commentSender(rememberAs: string) {
  const attempts = new FormAttempts(rememberAs);
  return (comment: NewComment) =>
    attempts.run(comment, (idempotencyKey) => call(comments.submit, comment, { idempotencyKey }));
}

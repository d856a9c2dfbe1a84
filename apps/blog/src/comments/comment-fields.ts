import { missingCommentFields, missingReplyFields } from '@docfolio/contracts/generated/constants';

/** Value of the hidden field `form`, which names the form that was posted without scripts. */
export const commentFormName = 'comment';

export const commentFields = ['author_name', 'author_email', 'content'] as const;

/** Returns the name under which a draft is stored. @param parent id of the post, or of the comment that is replied to */
export const commentDraft = (parent: string) => `comment.${parent}`;

export const commentFailure = 'Failed to submit comment. Please try again.';

/** Returns title, text and an error for each field if required fields are empty (specification, section 5). */
export function missingIn(values: Readonly<Record<string, string>>, { isReply }: { isReply: boolean }) {
  const labels = { author_name: 'Name', content: isReply ? 'Reply' : 'Comment' };
  const missing = Object.entries(labels).filter(([field]) => !values[field]?.trim());
  if (missing.length === 0) return undefined;
  return {
    title: 'Missing fields',
    text: isReply ? missingReplyFields : missingCommentFields,
    errors: Object.fromEntries(missing.map(([field, label]) => [field, `${label} is required`])),
  };
}

/** What a comment is about: the post, or one of its comments. */
export interface CommentPlace {
  postId: string;
  /** Null on the first level. */
  parentId: string | null;
}

export type CommentField = 'author_name' | 'author_email' | 'content' | 'website';

/** Names the form under a post when a browser posts it. */
export const commentFormName = 'comment';

/** Where the draft of a place is stored: a post's, or a comment's that is replied to. */
export const commentDraft = (place: string) => `docfolio.draft.comment.${place}`;

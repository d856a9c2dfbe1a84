/** What a comment is about: the post, or one of its comments. */
export interface CommentPlace {
  postId: string;
  /** Null on the first level. */
  parentId: string | null;
}

export type CommentField = 'author_name' | 'author_email' | 'content' | 'website';

import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { comments, type ModeratedComment } from '@docfolio/contracts/entities/comment';
import { posts } from '@docfolio/contracts/entities/post';

export const commentKind: RecordKind<ModeratedComment, 'blog_comments'> = recordKind({
  ...comments,
  list: comments.listAll,
  topic: 'blog_comments',
  nameOf: ({ author_name }) => author_name,
  invalidates: [comments.list, posts.list, posts.read, posts.related, posts.neighbours],
});

export const subjectOf = ({ author_name }: ModeratedComment) => `comment of ${author_name}`;

/** Returns the path of the comment's post: on the site or, for a draft, in the editor; null if the post is deleted. */
export function postPathOf({ post, blog_post_id }: ModeratedComment): string | null {
  if (!post) return null;
  return post.published ? `/blog/${post.slug}#comments` : `/admin/blog/edit/${blog_post_id}`;
}

/** Returns why a reply to this comment would be refused; undefined if it would not. */
export function unanswerable({ post }: ModeratedComment): string | undefined {
  if (!post) return 'Its post has been deleted: nobody could read a reply.';
  return post.published ? undefined : 'Its post is not published: nobody could read a reply.';
}

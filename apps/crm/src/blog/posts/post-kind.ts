import { type RecordKind, recordKind } from '@docfolio/admin/records/record-kind';
import { type EditedPostSummary, posts } from '@docfolio/contracts/entities/post';

export const postKind: RecordKind<EditedPostSummary, 'blog_posts'> = recordKind({
  ...posts,
  list: posts.listEdited,
  topic: 'blog_posts',
  nameOf: ({ title }) => title,
  paletteEntryOf: (post) => ({
    to: editPathOf(post),
    detail: post.published ? post.category : post.scheduled_at ? 'Scheduled' : 'Draft',
    texts: [post.title, post.category, post.excerpt],
  }),
  invalidates: [posts.list, posts.read, posts.related, posts.neighbours, posts.categories],
  words: {
    fetchFailed: 'Failed to fetch blog posts',
    deleted: 'Blog post deleted successfully',
    deleteFailed: 'Failed to delete blog post',
  },
});

export const editPathOf = ({ id }: Pick<EditedPostSummary, 'id'>) => `${postKind.path}/edit/${id}`;
export const newPostPath = `${postKind.path}/new`;

/** Returns a post's path on the site, which works while the post is published. */
export const publicPathOf = ({ slug }: Pick<EditedPostSummary, 'slug'>) => `/blog/${slug}`;

import { derivedId } from '@docfolio/service-kit/identity';
import type { BulkCollection } from '@docfolio/service-kit/mongo/bulk-fill';
import type { DemoPost } from './demo-posts.js';
import { newPostFields } from './post-edits.js';

const hour = 3_600_000;

/** Word in the excerpt of every made-up post, to measure a search that finds them all. */
export const commonWord = 'invented';

/** Returns made-up published posts: texts and categories of the demo posts in turn, one post every other hour. */
export function bulkPosts(records: number, demo: readonly DemoPost[]): BulkCollection {
  return {
    name: 'blog_posts',
    records,
    at: (index, now) => {
      const { post } = demo[index % demo.length]!;
      const number = index + 1;
      // Older than the demo posts, so that these stay on the first pages.
      const created = new Date(now - 2 * 365 * 24 * hour - 2 * index * hour);
      const text = {
        title: `${post.title}, part ${number}`,
        slug: `bulk-${number}-${post.slug}`,
        excerpt: `${post.excerpt} Post ${number} of many ${commonWord} ones.`,
      };
      return {
        id: derivedId('bulk post', String(index)),
        created_at: created,
        fields: {
          ...newPostFields({ ...post, ...text, featured: false, published: true }, created),
          likes_count: 0,
          comments_count: 0,
        },
      };
    },
  };
}

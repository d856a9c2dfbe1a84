import { join } from 'node:path';
import { loadConfig } from '@docfolio/process/config';
import { derivedId } from '@docfolio/service-kit/identity';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectMongo } from '@docfolio/service-kit/mongo/mongo.module';
import { type SeedRecord, seedRecords } from '@docfolio/service-kit/mongo/seed-records';
import { owner } from '@docfolio/site-copy/site';
import type { Connection } from 'mongoose';
import { bookmarkSchema } from './bookmarks/bookmarks.repository.js';
import { type CommentFields, commentSchema } from './comments/comments.repository.js';
import { seedConfigSchema } from './config.schema.js';
import { type DemoPost, readDemoPosts } from './demo/demo-posts.js';
import { type DemoComment, readDemoBookmarks, readDemoComments, readDemoTestimonials } from './demo/demo-records.js';
import { type PostFields, postSchema } from './posts/post.schema.js';
import { newPostFields } from './posts/post-edits.js';
import { testimonialSchema } from './testimonials/testimonials.repository.js';

/** Demo files are next to `src` and `dist`, so the same relative path works from both. */
const demo = (name: string) => join(import.meta.dirname, '../demo', name);

const day = 24 * 60 * 60 * 1_000;
const now = Date.now();
const ago = (days: number) => new Date(now - days * day);
const postId = (slug: string) => derivedId('demo post', slug);

/** Returns each comment followed by its replies. @throws Error for a comment on a post that doesn't exist */
function commentRecords(
  comments: Awaited<ReturnType<typeof readDemoComments>>,
  slugs: ReadonlySet<string>,
): (SeedRecord<CommentFields> & { fields: CommentFields })[] {
  return comments.flatMap(({ post, replies, ...first }) => {
    if (!slugs.has(post)) throw new Error(`comments.json: there is no post ${post}`);
    const record = (
      demo: DemoComment,
      parent: string | null,
    ): SeedRecord<CommentFields> & { fields: CommentFields } => ({
      id: derivedId('demo comment', `${post} ${demo.name} ${demo.text}`),
      created_at: ago(demo.days_ago),
      fields: {
        blog_post_id: postId(post),
        parent_comment_id: parent,
        author_name: demo.name,
        author_email: demo.email ?? null,
        content: demo.text,
        is_approved: demo.approved,
        is_spam: false,
        by_author: demo.name === owner.name,
      },
    });
    const parent = record(first, null);
    return [parent, ...replies.map((reply) => record(reply, parent.id))];
  });
}

/** Returns the posts whose slug isn't used by a post of the owner. */
async function withFreeSlugs(connection: Connection, posts: readonly DemoPost[]): Promise<DemoPost[]> {
  const slugs = posts.map(({ post }) => post.slug);
  // Index: the post of a slug.
  const others = await connection
    .collection<{ _id: string; slug: string }>('blog_posts')
    .find({ slug: { $in: slugs }, _id: { $nin: slugs.map(postId) }, deleted_at: null }, { projection: { slug: 1 } })
    .toArray();
  const taken = new Set(others.map(({ slug }) => slug));
  return posts.filter(({ post }) => !taken.has(post.slug));
}

async function seed(): Promise<void> {
  const config = loadConfig(seedConfigSchema);
  const logger = createLogger('content-seed', 'warn');
  const [posts, comments, bookmarks, testimonials] = await Promise.all([
    readDemoPosts(demo('posts')),
    readDemoComments(demo('comments.json')),
    readDemoBookmarks(demo('bookmarks.json')),
    readDemoTestimonials(demo('testimonials.json')),
  ]);
  const demoComments = commentRecords(comments, new Set(posts.map(({ post }) => post.slug)));
  const countVisible = (id: string) =>
    demoComments.filter(({ fields }) => fields.blog_post_id === id && fields.is_approved).length;
  const connection = await connectMongo({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }, logger);
  try {
    const free = await withFreeSlugs(connection, posts);
    const insertedPosts = new Set(free.map(({ post }) => postId(post.slug)));
    await seedRecords(
      connection,
      'blog_posts',
      postSchema,
      free.map(({ post, days_ago, scheduled_in_days, likes }) => ({
        id: postId(post.slug),
        created_at: ago(days_ago),
        fields: {
          ...newPostFields(post, ago(days_ago)),
          scheduled_at: scheduled_in_days === undefined ? null : ago(-scheduled_in_days),
          likes_count: likes,
          comments_count: countVisible(postId(post.slug)),
        } as PostFields,
      })),
    );
    await seedRecords(
      connection,
      'blog_comments',
      commentSchema,
      demoComments.filter(({ fields }) => insertedPosts.has(fields.blog_post_id)),
    );
    await seedRecords(
      connection,
      'bookmarks',
      bookmarkSchema,
      bookmarks.map(({ days_ago, featured, ...fields }) => ({
        id: derivedId('demo bookmark', fields.url),
        created_at: ago(days_ago),
        fields: { ...fields, is_featured: featured },
      })),
    );
    await seedRecords(
      connection,
      'testimonials',
      testimonialSchema,
      testimonials.map(({ days_ago, approved, featured, text, ...fields }) => ({
        id: derivedId('demo testimonial', fields.name),
        created_at: ago(days_ago),
        fields: { ...fields, content: text, is_approved: approved, is_featured: featured },
      })),
    );
  } finally {
    await connection.close();
  }
}

await seed();

import { join } from 'node:path';
import { derivedId } from '@docfolio/service-kit/identity';
import { type DemoSeed, readDemo } from '@docfolio/service-kit/mongo/demo-seed';
import { daysBefore, type SeedRecord, seedRecords } from '@docfolio/service-kit/mongo/seed-records';
import { owner } from '@docfolio/site-copy/site';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { type DemoPost, readDemoPosts } from '../posts/demo-posts.js';
import { type PostFields, postSchema } from '../posts/post.schema.js';
import { newPostFields } from '../posts/post-edits.js';
import { type CommentFields, commentSchema } from './comments.repository.js';

const demoReply = z.strictObject({
  days_ago: z.number().min(0),
  /** Name of the author. Default: the owner of the site. */
  name: z.string().min(1).default(owner.name),
  email: z.email().optional(),
  text: z.string().min(1),
  approved: z.boolean(),
});
type DemoComment = z.output<typeof demoReply>;

const demoComments = z.array(demoReply.extend({ post: z.string(), replies: z.array(demoReply).default([]) }));

type CommentRecord = SeedRecord<CommentFields> & { fields: CommentFields };

const postId = (slug: string) => derivedId('demo post', slug);

/** Inserts the demo posts and their comments. `comments_count` is the number of approved ones. */
export const seed: DemoSeed = async (connection, now) => {
  const posts = await readDemoPosts(join(import.meta.dirname, '../../demo/posts'));
  const comments = commentRecords(now, new Set(posts.map(({ post }) => post.slug)));
  const countVisible = (id: string) =>
    comments.filter(({ fields }) => fields.blog_post_id === id && fields.is_approved).length;
  const free = await withFreeSlugs(connection, posts);
  const insertedPosts = new Set(free.map(({ post }) => postId(post.slug)));
  await seedRecords(
    connection,
    'blog_posts',
    postSchema,
    free.map(({ post, days_ago, scheduled_in_days, likes }) => ({
      id: postId(post.slug),
      created_at: daysBefore(now, days_ago),
      fields: {
        ...newPostFields(post, daysBefore(now, days_ago)),
        scheduled_at: scheduled_in_days === undefined ? null : daysBefore(now, -scheduled_in_days),
        likes_count: likes,
        comments_count: countVisible(postId(post.slug)),
      } as PostFields,
    })),
  );
  await seedRecords(
    connection,
    'blog_comments',
    commentSchema,
    comments.filter(({ fields }) => insertedPosts.has(fields.blog_post_id)),
  );
};

/** Returns each comment followed by its replies. @throws Error for a comment on a post that doesn't exist */
function commentRecords(now: Date, slugs: ReadonlySet<string>): CommentRecord[] {
  const comments = readDemo(new URL('../../demo/comments.json', import.meta.url), demoComments);
  return comments.flatMap(({ post, replies, ...first }) => {
    if (!slugs.has(post)) throw new Error(`comments.json: there is no post ${post}`);
    const record = (demo: DemoComment, parent: string | null): CommentRecord => ({
      id: derivedId('demo comment', `${post} ${demo.name} ${demo.text}`),
      created_at: daysBefore(now, demo.days_ago),
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

/** Returns the demo posts whose slug no other active post has. */
async function withFreeSlugs(connection: Connection, posts: readonly DemoPost[]): Promise<DemoPost[]> {
  const slugs = posts.map(({ post }) => post.slug);
  const others = await connection
    .collection<{ _id: string; slug: string }>('blog_posts')
    .find({ slug: { $in: slugs }, _id: { $nin: slugs.map(postId) }, deleted_at: null }, { projection: { slug: 1 } })
    .toArray();
  const taken = new Set(others.map(({ slug }) => slug));
  return posts.filter(({ post }) => !taken.has(post.slug));
}

import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { images } from '@docfolio/contracts/entities/image';
import { type EditedPost, type NewPost, posts, readTimeOf } from '@docfolio/contracts/entities/post';
import { postPreviews } from '@docfolio/contracts/entities/post-preview';
import { stats } from '@docfolio/contracts/entities/stats';

/** Returns post number `n`; 1 is the newest. `changes` replaces fields. */
export function postNumber(n: number, changes: Partial<EditedPost> = {}): EditedPost {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  const published = changes.published ?? true;
  return {
    id: idNumber(n),
    slug: `post-${n}`,
    title: `Post ${n}`,
    excerpt: `What post ${n} tells`,
    content: `Text of post ${n}`,
    category: 'Architecture',
    tags: ['one', 'two'],
    featured: false,
    published,
    published_at: published ? at : null,
    scheduled_at: null,
    author_name: 'Alex Morgan',
    read_time: '1 min read',
    likes_count: 0,
    comments_count: 0,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves posts. A created one gets timestamps and, if missing, a read time. */
export class PostsGateway extends AdminGateway {
  readonly table = new Table<EditedPost>({
    operations: {
      list: posts.listEdited,
      get: posts.get,
      create: posts.create,
      patch: posts.patch,
      remove: posts.delete,
    },
    textOf: ({ title, category, excerpt }) => `${title}\n${category}\n${excerpt}`,
    matches: ({ published }, { status }) => !status || published === (status === 'published'),
    make: (input, n) => {
      const sent = input as Partial<EditedPost>;
      const now = new Date(Date.UTC(2027, 0, 1)).toISOString();
      return postNumber(n, {
        ...sent,
        read_time: sent.read_time || readTimeOf(sent.content ?? ''),
        published_at: sent.published ? now : null,
        created_at: now,
        updated_at: now,
      });
    },
    sort: '-created_at',
  });

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('blog_posts', this.table);
  }

  reset(stored: EditedPost[] = []): void {
    this.resetAll();
    const { server, table } = this;
    table.serve(server, stored);
    server.on(stats.content, () => ({ json: { ...this.content, posts: table.rows.length } }));
    server.on(images.list, { json: { items: [], total: 0, total_exact: true, next: null } });
    server.on(postPreviews.create, {
      json: { path: '/blog/preview/token', expires_at: new Date(2026, 10, 27, 12, 3).toISOString() },
    });
  }

  /** Makes creating a post fail with `slug_taken` for these slugs. */
  takeSlugs(...taken: string[]): void {
    this.server.on(posts.create, ({ body }) => {
      const { slug } = body as NewPost;
      if (taken.includes(slug)) throw new ProblemError('slug_taken');
      return { json: postNumber(9, { ...(body as object), read_time: '1 min read' }) };
    });
  }

  /** Makes saves fail with `slug_taken`. */
  takeSlug(): void {
    const refuse = () => {
      throw new ProblemError('slug_taken', { errors: [{ path: 'slug', message: 'Another post has this slug' }] });
    };
    this.server.on(posts.create, refuse);
    this.server.on(posts.patch, refuse);
  }
}

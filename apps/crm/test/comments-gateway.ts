import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { comments, type ModeratedComment } from '@docfolio/contracts/entities/comment';
import { commentModeration, type Moderation } from '@docfolio/contracts/entities/comment-moderation';
import { stats } from '@docfolio/contracts/entities/stats';

/** Returns comment number `n`, pending; 1 is the newest. `changes` replaces fields. */
export function commentNumber(n: number, changes: Partial<ModeratedComment> = {}): ModeratedComment {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: idNumber(n),
    blog_post_id: idNumber(800),
    parent_comment_id: null,
    author_name: `Reader ${n}`,
    author_email: `reader${n}@example.com`,
    content: `Thought ${n}`,
    by_author: false,
    post: { slug: 'a-post', title: 'A post', published: true },
    in_reply_to: null,
    is_approved: false,
    is_spam: false,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

const waits = ({ is_approved, is_spam }: ModeratedComment) => !(is_approved || is_spam);

/** A fake gateway with one admin, which serves the given comments. */
export class CommentsGateway extends AdminGateway {
  readonly table = new Table<ModeratedComment>({
    operations: { list: comments.listAll, get: comments.get, patch: comments.patch, remove: comments.delete },
    textOf: ({ author_name, author_email, content }) => [author_name, author_email, content].join('\n'),
    matches: (comment, { status }) => {
      if (status === 'spam') return comment.is_spam;
      return !comment.is_spam && (!status || comment.is_approved === (status === 'approved'));
    },
    sort: '-created_at',
  });

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('blog_comments', this.table);
  }

  reset(stored: ModeratedComment[] = []): void {
    this.resetAll();
    const { server, table } = this;
    table.serve(server, stored);
    server.on(comments.listAll, (request) => {
      const { sort = 'pending' } = request.query;
      const listed = table.list({ query: { ...request.query, sort: sort === 'pending' ? '-created_at' : sort } });
      const { json } = listed as { json: { items: ModeratedComment[] } };
      if (sort === 'pending') json.items.sort((one, other) => Number(waits(other)) - Number(waits(one)));
      return { json };
    });
    server.on(comments.patch, (request) => {
      const { is_approved, is_spam } = request.body as Partial<ModeratedComment>;
      const { id } = table.find(request);
      if (is_spam) return { json: table.change(id, { is_spam, is_approved: false }) };
      return {
        json: table.change(id, is_approved ? { is_approved, is_spam: false } : { is_approved: false, is_spam: false }),
      };
    });
    server.on(stats.content, () => ({ json: { ...this.content, pending_comments: table.rows.filter(waits).length } }));
    server.on(commentModeration.moderate, ({ body }) => ({ json: this.moderate(body as Moderation) }));
    server.on(commentModeration.reply, ({ path, body }) => {
      const answered = table.find({ path: path.replace('/replies', '') });
      table.change(answered.id, { is_approved: true });
      const reply = commentNumber(600, {
        parent_comment_id: answered.id,
        author_name: 'Alex Morgan',
        content: (body as { content: string }).content,
        by_author: true,
        is_approved: true,
        in_reply_to: { author_name: answered.author_name, content: answered.content },
      });
      table.rows = [...table.rows, reply];
      return { status: 201, json: reply };
    });
  }

  private moderate({ ids, act }: Moderation): { ids: string[] } {
    const { table } = this;
    const there = ids.filter((id) => table.rows.some((row) => row.id === id));
    for (const id of there) {
      if (act === 'delete') {
        table.deleted.set(id, table.find({ path: id }));
        table.rows = table.rows.filter((row) => row.id !== id);
      } else if (act === 'approve' || act === 'unapprove') table.change(id, { is_approved: act === 'approve' });
      else if (act === 'spam' || act === 'not_spam') table.change(id, { is_spam: act === 'spam', is_approved: false });
      else throw new ProblemError('validation_failed');
    }
    return { ids: there };
  }
}

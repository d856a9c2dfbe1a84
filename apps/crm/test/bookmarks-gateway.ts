import { AdminGateway, idNumber, Table } from '@docfolio/admin/testing/admin-gateway';
import type { FixtureServer } from '@docfolio/api-client/testing/fixture-server';
import { bookmarks, type ManagedBookmark } from '@docfolio/contracts/entities/bookmark';
import { stats } from '@docfolio/contracts/entities/stats';

/** Returns bookmark number `n`; 1 is the newest. `changes` replaces fields. */
export function bookmarkNumber(n: number, changes: Partial<ManagedBookmark> = {}): ManagedBookmark {
  const at = new Date(Date.UTC(2026, 10, 20, 12) - n * 3_600_000).toISOString();
  return {
    id: idNumber(n),
    title: `Page ${n}`,
    url: `https://www.example.com/${n}`,
    description: `What page ${n} tells`,
    category: 'articles',
    tags: [],
    is_featured: false,
    created_at: at,
    updated_at: at,
    version: 1,
    ...changes,
  };
}

/** A fake gateway with one admin, which serves the given bookmarks. */
export class BookmarksGateway extends AdminGateway {
  readonly table = new Table<ManagedBookmark>({
    operations: {
      list: bookmarks.listAll,
      get: bookmarks.get,
      create: bookmarks.create,
      patch: bookmarks.patch,
      remove: bookmarks.delete,
    },
    textOf: ({ title, description, tags }) => [title, description, ...tags].join('\n'),
    matches: (bookmark, { category }) => !category || bookmark.category === category,
    make: (input, n) =>
      bookmarkNumber(n, {
        ...(input as Partial<ManagedBookmark>),
        created_at: new Date(Date.UTC(2027, 0, 1)).toISOString(),
      }),
    sort: '-created_at',
  });

  constructor(server: FixtureServer) {
    super(server);
    this.tables.set('bookmarks', this.table);
  }

  reset(stored: ManagedBookmark[] = []): void {
    this.resetAll();
    this.table.serve(this.server, stored);
    this.server.on(stats.content, () => ({ json: { ...this.content, bookmarks: this.table.rows.length } }));
  }
}

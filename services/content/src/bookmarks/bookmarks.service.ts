import type { LiveAction } from '@docfolio/contracts/core/live';
import { type BookmarkListQuery, bookmarkChanged, bookmarks } from '@docfolio/contracts/entities/bookmark';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import { RecordService } from '@docfolio/service-kit/mongo/record.service';

import { Injectable } from '@nestjs/common';
import { type BookmarkFields, BookmarksRepository } from './bookmarks.repository.js';

/** Manages bookmarks. All are public, so every change invalidates the cached public list. */
@Injectable()
export class BookmarksService extends RecordService<BookmarkFields> {
  constructor(protected readonly records: BookmarksRepository) {
    super();
  }

  async all() {
    return bookmarks.list.output.parse({ items: await this.records.all() });
  }

  list(query: BookmarkListQuery) {
    return this.records.listAll(query);
  }

  @FromTrash<BookmarkFields>('bookmarks', {
    fields: ['title', 'url'],
    row: ({ title, url }) => ({ title, detail: url }),
  })
  override restore(id: string, actor: string | null) {
    return super.restore(id, actor);
  }

  protected eventsOf(act: LiveAction, { id }: { id: string }) {
    return [occurred(bookmarkChanged, { id, act })];
  }
}

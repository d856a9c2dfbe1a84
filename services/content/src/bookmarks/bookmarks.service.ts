import {
  type BookmarkListQuery,
  type BookmarkPatch,
  bookmarkChanged,
  bookmarks,
  type ManagedBookmark,
  managedBookmark,
  type NewBookmark,
} from '@docfolio/contracts/bookmark';
import type { LiveAction } from '@docfolio/contracts/live';
import { occurred } from '@docfolio/service-kit/events/outbox';
import { FromTrash } from '@docfolio/service-kit/mongo/from-trash';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Injectable } from '@nestjs/common';
import { type BookmarkFields, BookmarksRepository } from './bookmarks.repository.js';

/** Manages bookmarks. All are public, so every change invalidates the cached public list. */
@Injectable()
export class BookmarksService {
  constructor(private readonly bookmarks: BookmarksRepository) {}

  async all() {
    return bookmarks.list.output.parse({ items: await this.bookmarks.all() });
  }

  async listAll(query: BookmarkListQuery) {
    return bookmarks.listAll.output.parse(await this.bookmarks.listAll(query));
  }

  async get(id: string): Promise<ManagedBookmark> {
    return managedBookmark.parse(await this.bookmarks.get(id));
  }

  async create(bookmark: NewBookmark, call: CallContext): Promise<ManagedBookmark> {
    return managedBookmark.parse(
      await this.bookmarks.create(call.recordId, call.bodyHash, bookmark, [changeEvent(call.recordId, 'created')]),
    );
  }

  /** Changes a bookmark. @throws ProblemError `not_found`; `stale` if it is another version */
  async patch({ id, version, ...changes }: BookmarkPatch): Promise<ManagedBookmark> {
    return managedBookmark.parse(
      await this.bookmarks.patch(id, changes, { version, events: [changeEvent(id, 'changed')] }),
    );
  }

  /** Soft-deletes a bookmark. @throws ProblemError `not_found` */
  delete(id: string) {
    return this.bookmarks.softDelete(id, [changeEvent(id, 'deleted')]);
  }

  /** Restores a deleted bookmark. @throws ProblemError `not_found` */
  @FromTrash<BookmarkFields>('bookmarks', {
    fields: ['title', 'url'],
    row: ({ title, url }) => ({ title, detail: url }),
  })
  restore(id: string) {
    return this.bookmarks.restore(id, [changeEvent(id, 'restored')]);
  }
}

function changeEvent(id: string, act: LiveAction) {
  return occurred(bookmarkChanged, { id, act });
}

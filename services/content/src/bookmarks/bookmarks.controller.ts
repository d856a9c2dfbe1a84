import { type BookmarkListQuery, type BookmarkPatch, bookmarks, type NewBookmark } from '@docfolio/contracts/bookmark';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { BookmarksService } from './bookmarks.service.js';

@Controller()
export class BookmarksController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Handle(bookmarks.list)
  list() {
    return this.bookmarks.all();
  }

  @Handle(bookmarks.listAll)
  listAll(@Input() query: BookmarkListQuery) {
    return this.bookmarks.listAll(query);
  }

  @Handle(bookmarks.get)
  get(@Input() { id }: { id: string }) {
    return this.bookmarks.get(id);
  }

  @Handle(bookmarks.create)
  create(@Input() bookmark: NewBookmark, @Call() call: CallContext) {
    return this.bookmarks.create(bookmark, call);
  }

  @Handle(bookmarks.patch)
  patch(@Input() patch: BookmarkPatch) {
    return this.bookmarks.patch(patch);
  }

  @Handle(bookmarks.delete)
  delete(@Input() { id }: { id: string }) {
    return this.bookmarks.delete(id);
  }
}

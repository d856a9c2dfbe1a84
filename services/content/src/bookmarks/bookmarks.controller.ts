import { bookmarks } from '@docfolio/contracts/bookmark';
import { Handle } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { BookmarksRepository } from './bookmarks.repository.js';

@Controller()
export class BookmarksController {
  constructor(private readonly bookmarks: BookmarksRepository) {}

  @Handle(bookmarks.list)
  async list() {
    return bookmarks.list.output.parse({ items: await this.bookmarks.all() });
  }
}

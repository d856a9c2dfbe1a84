import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { Handle } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { BookmarksService } from './bookmarks.service.js';

@Controller()
export class BookmarksController {
  constructor(private readonly bookmarks: BookmarksService) {}

  @Handle(bookmarks.list)
  list() {
    return this.bookmarks.all();
  }
}

import { bookmarks } from '@docfolio/contracts/entities/bookmark';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { BookmarksController } from './bookmarks.controller.js';
import { BookmarksRepository, bookmarkSchema } from './bookmarks.repository.js';
import { BookmarksService } from './bookmarks.service.js';

@Module({
  imports: [MongoModule.forFeature('bookmarks', bookmarkSchema)],
  controllers: [recordController({ ...bookmarks, list: bookmarks.listAll }, BookmarksService), BookmarksController],
  providers: [BookmarksService, BookmarksRepository],
})
export class BookmarksModule {}

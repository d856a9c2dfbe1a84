import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { BookmarksController } from './bookmarks.controller.js';
import { BookmarksRepository, bookmarkSchema } from './bookmarks.repository.js';
import { BookmarksService } from './bookmarks.service.js';

@Module({
  imports: [MongoModule.forFeature('bookmarks', bookmarkSchema)],
  controllers: [BookmarksController],
  providers: [BookmarksService, BookmarksRepository],
})
export class BookmarksModule {}

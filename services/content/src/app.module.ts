import { contentDeadLetters } from '@docfolio/contracts/dead-letter';
import { stats } from '@docfolio/contracts/stats';
import { contentTrash, contentTrashTypes } from '@docfolio/contracts/trash';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { RecordAdminModule } from '@docfolio/service-kit/mongo/record-admin.module';
import { Module } from '@nestjs/common';
import { BookmarksModule } from './bookmarks/bookmarks.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { database } from './database.js';
import { ImagesModule } from './images/images.module.js';
import { PostsModule } from './posts/posts.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { RevisionsModule } from './revisions/revisions.module.js';
import { TestimonialsModule } from './testimonials/testimonials.module.js';

@Module({
  imports: [
    MongoModule.forRoot(database),
    PostsModule,
    RevisionsModule,
    PreviewsModule,
    ImagesModule,
    CommentsModule,
    BookmarksModule,
    TestimonialsModule,
    RecordAdminModule.for({
      types: contentTrashTypes,
      trash: contentTrash,
      stats: stats.content,
      deadLetters: contentDeadLetters,
    }),
  ],
})
export class AppModule {}

import { contentDeadLetters } from '@docfolio/contracts/entities/dead-letter';
import { stats } from '@docfolio/contracts/entities/stats';
import { contentTrash, contentTrashTypes } from '@docfolio/contracts/entities/trash';
import { RecordAdminModule } from '@docfolio/service-kit/mongo/record-admin.module';
import { Module } from '@nestjs/common';
import { BookmarksModule } from './bookmarks/bookmarks.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { ImagesModule } from './images/images.module.js';
import { PostsModule } from './posts/posts.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { RevisionsModule } from './revisions/revisions.module.js';
import { TestimonialsModule } from './testimonials/testimonials.module.js';

@Module({
  imports: [
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

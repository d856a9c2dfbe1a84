import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { BookmarksModule } from './bookmarks/bookmarks.module.js';
import { CommentsModule } from './comments/comments.module.js';
import { config } from './config.js';
import { DeadLettersModule } from './dead-letters/dead-letters.module.js';
import { ImagesModule } from './images/images.module.js';
import { PostsModule } from './posts/posts.module.js';
import { PreviewsModule } from './previews/previews.module.js';
import { RevisionsModule } from './revisions/revisions.module.js';
import { StatsModule } from './stats/stats.module.js';
import { TestimonialsModule } from './testimonials/testimonials.module.js';
import { ContentTrashModule } from './trash/content-trash.module.js';

@Module({
  imports: [
    MongoModule.forRoot({ uri: config.MONGODB_URI, dbName: config.MONGODB_DATABASE }),
    PostsModule,
    RevisionsModule,
    PreviewsModule,
    ImagesModule,
    CommentsModule,
    BookmarksModule,
    TestimonialsModule,
    StatsModule,
    ContentTrashModule,
    DeadLettersModule,
  ],
})
export class AppModule {}

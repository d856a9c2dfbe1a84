import { posts } from '@docfolio/contracts/entities/post';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { ImageFactsRepository, imageFactsSchema } from './image-facts.repository.js';
import { postSchema } from './post.schema.js';
import { PostMetrics } from './post-metrics.js';
import { PostRevisionsRepository, postRevisionSchema } from './post-revisions.repository.js';
import { PostSchedule } from './post-schedule.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';
import { PublishedPostsRepository } from './published-posts.repository.js';
import { PublishedPostsService } from './published-posts.service.js';
import { RenderedPosts } from './rendered-posts.js';
import { ScheduledPostsProcessor } from './scheduled-posts.processor.js';
import { SearchedPosts } from './searched-posts.js';

@Module({
  imports: [
    MongoModule.forFeature('blog_posts', postSchema),
    MongoModule.forFeature('post_revisions', postRevisionSchema),
    MongoModule.forFeature('image_facts', imageFactsSchema),
  ],
  controllers: [recordController({ ...posts, list: posts.listEdited }, PostsService), PostsController],
  providers: [
    PostsService,
    PostsRepository,
    PostRevisionsRepository,
    PostSchedule,
    ScheduledPostsProcessor,
    PostMetrics,
    PublishedPostsService,
    PublishedPostsRepository,
    SearchedPosts,
    RenderedPosts,
    ImageFactsRepository,
  ],
  exports: [PostsRepository, PublishedPostsService, PostRevisionsRepository, ImageFactsRepository, RenderedPosts],
})
export class PostsModule {}

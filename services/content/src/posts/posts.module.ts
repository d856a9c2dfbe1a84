import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { postSchema } from './post.schema.js';
import { PostsController } from './posts.controller.js';
import { PostsRepository } from './posts.repository.js';
import { PostsService } from './posts.service.js';
import { PublishedPostsRepository } from './published-posts.repository.js';
import { PublishedPostsService } from './published-posts.service.js';
import { RenderedPosts } from './rendered-posts.js';

@Module({
  imports: [MongoModule.forFeature('blog_posts', postSchema)],
  controllers: [PostsController],
  providers: [PostsService, PostsRepository, PublishedPostsService, PublishedPostsRepository, RenderedPosts],
  exports: [PostsRepository],
})
export class PostsModule {}

import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { PostsModule } from '../posts/posts.module.js';
import { PreviewPurger } from './preview-purger.js';
import { PreviewsController } from './previews.controller.js';
import { PreviewsRepository, previewSchema } from './previews.repository.js';
import { PreviewsService } from './previews.service.js';

@Module({
  imports: [MongoModule.forFeature('post_previews', previewSchema), PostsModule],
  controllers: [PreviewsController],
  providers: [PreviewsService, PreviewsRepository, PreviewPurger],
})
export class PreviewsModule {}

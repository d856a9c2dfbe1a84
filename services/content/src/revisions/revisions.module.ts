import { Module } from '@nestjs/common';
import { PostsModule } from '../posts/posts.module.js';
import { RevisionPurger } from './revision-purger.js';
import { RevisionsController } from './revisions.controller.js';
import { RevisionsService } from './revisions.service.js';

@Module({
  imports: [PostsModule],
  controllers: [RevisionsController],
  providers: [RevisionsService, RevisionPurger],
})
export class RevisionsModule {}

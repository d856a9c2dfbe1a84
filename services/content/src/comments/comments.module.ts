import { comments } from '@docfolio/contracts/entities/comment';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { PostsModule } from '../posts/posts.module.js';
import { CommentSubscriber } from './comment.subscriber.js';
import { CommentModerationController } from './comment-moderation.controller.js';
import { CommentModerationService } from './comment-moderation.service.js';
import { CommentPurger } from './comment-purger.js';
import { CommentsController } from './comments.controller.js';
import { CommentsRepository, commentSchema } from './comments.repository.js';
import { CommentsService } from './comments.service.js';
import { ModeratedComments } from './moderated-comments.js';

@Module({
  imports: [MongoModule.forFeature('blog_comments', commentSchema), PostsModule],
  controllers: [
    recordController({ ...comments, list: comments.listAll }, CommentsService),
    CommentsController,
    CommentModerationController,
  ],
  providers: [
    CommentsService,
    CommentModerationService,
    CommentsRepository,
    ModeratedComments,
    CommentSubscriber,
    CommentPurger,
  ],
})
export class CommentsModule {}

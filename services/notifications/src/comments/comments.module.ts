import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { CommentSubscriber } from './comment.subscriber.js';
import { CommentDigestProcessor } from './comment-digest.processor.js';
import { CommentDigestRepository } from './comment-digest.repository.js';
import { commentDigestSchema } from './comment-digest.schema.js';

@Module({
  imports: [MongoModule.forFeature('comment_digests', commentDigestSchema), MailModule],
  providers: [CommentSubscriber, CommentDigestRepository, CommentDigestProcessor],
})
export class CommentsModule {}

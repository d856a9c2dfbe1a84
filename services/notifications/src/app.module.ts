import { RpcClientModule } from '@docfolio/service-kit/rpc/rpc.module';
import { Module } from '@nestjs/common';
import { CommentsModule } from './comments/comments.module.js';
import { config } from './config.js';
import { LeadsModule } from './leads/leads.module.js';
import { NewsletterModule } from './newsletter/newsletter.module.js';
import { PasswordRecoveryModule } from './password-recovery/password-recovery.module.js';
import { SubscribersModule } from './subscribers/subscribers.module.js';

@Module({
  imports: [
    RpcClientModule.forRoot({ redisUrl: config.REDIS_URL }),
    LeadsModule,
    SubscribersModule,
    PasswordRecoveryModule,
    CommentsModule,
    NewsletterModule,
  ],
})
export class AppModule {}

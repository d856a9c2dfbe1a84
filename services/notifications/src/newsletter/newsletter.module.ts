import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { config } from '../config.js';
import { MailModule } from '../mail/mail.module.js';
import { createMailTransport, type MailTransport } from '../mail/mail-transport.js';
import { OwnerModule } from '../owner/owner.module.js';
import { BatchSender, bulkTransportToken } from './batch-sender.js';
import { IssueProgress } from './issue-progress.js';
import { IssueRounds } from './issue-rounds.js';
import { NewsletterController } from './newsletter.controller.js';
import { NewsletterService } from './newsletter.service.js';
import { NewsletterDeliveryRepository } from './newsletter-delivery.repository.js';
import { newsletterDeliverySchema } from './newsletter-delivery.schema.js';
import { NewsletterIssueRepository, newsletterIssueSchema } from './newsletter-issue.repository.js';
import { PostSubscriber } from './post.subscriber.js';
import { Recipients } from './recipients.js';

@Module({
  imports: [
    MongoModule.forFeature('newsletter_issues', newsletterIssueSchema),
    MongoModule.forFeature('newsletter_deliveries', newsletterDeliverySchema),
    MailModule,
    OwnerModule,
  ],
  controllers: [NewsletterController],
  providers: [
    NewsletterService,
    NewsletterIssueRepository,
    NewsletterDeliveryRepository,
    Recipients,
    IssueProgress,
    IssueRounds,
    BatchSender,
    PostSubscriber,
    // Separate connections, so that bulk email does not delay other email.
    {
      provide: bulkTransportToken,
      useFactory: () => createMailTransport(config, { connections: config.NEWSLETTER_CONNECTIONS }),
    },
  ],
})
export class NewsletterModule implements OnApplicationShutdown {
  constructor(@Inject(bulkTransportToken) private readonly transport: MailTransport) {}

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

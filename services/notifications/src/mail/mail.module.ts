import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { config } from '../config.js';
import { OwnerModule } from '../owner/owner.module.js';
import { MailController } from './mail.controller.js';
import { MailService } from './mail.service.js';
import { MailAllowanceRepository } from './mail-allowance.repository.js';
import { mailAllowanceSchema } from './mail-allowance.schema.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { mailDeliverySchema } from './mail-delivery.schema.js';
import { MailSweeper } from './mail-sweeper.js';
import { createMailTransport, type MailTransport } from './mail-transport.js';
import { MAIL_TRANSPORT, SendMailProcessor } from './send-mail.processor.js';

@Module({
  imports: [
    MongoModule.forFeature('mail_deliveries', mailDeliverySchema),
    MongoModule.forFeature('mail_allowances', mailAllowanceSchema),
    OwnerModule,
  ],
  controllers: [MailController],
  providers: [
    MailService,
    MailDeliveryRepository,
    MailAllowanceRepository,
    SendMailProcessor,
    MailSweeper,
    { provide: MAIL_TRANSPORT, useFactory: () => createMailTransport(config) },
  ],
  exports: [MailService],
})
export class MailModule implements OnApplicationShutdown {
  constructor(@Inject(MAIL_TRANSPORT) private readonly transport: MailTransport) {}

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

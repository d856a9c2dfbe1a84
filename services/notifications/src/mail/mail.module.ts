import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { closeRedis, connectRedis } from '@docfolio/service-kit/redis';
import { SecretHandover } from '@docfolio/service-kit/secret-handover';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { config } from '../config.js';
import { OwnerModule } from '../owner/owner.module.js';
import { MailController } from './mail.controller.js';
import { MailService } from './mail.service.js';
import { MailAllowanceRepository } from './mail-allowance.repository.js';
import { mailAllowanceSchema } from './mail-allowance.schema.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { mailDeliverySchema } from './mail-delivery.schema.js';
import { MailMetrics } from './mail-metrics.js';
import { MailSender, mailTransportToken } from './mail-sender.js';
import { MailSweeper } from './mail-sweeper.js';
import { createMailTransport, type MailTransport } from './mail-transport.js';
import { SendMailProcessor } from './send-mail.processor.js';

type Redis = ReturnType<typeof connectRedis>;
const secretsRedisToken = Symbol('Redis of secrets');

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
    MailSender,
    SendMailProcessor,
    MailSweeper,
    MailMetrics,
    {
      provide: secretsRedisToken,
      inject: [loggerToken],
      useFactory: (logger: Logger) => connectRedis(config.REDIS_URL, 'commands', logger),
    },
    { provide: SecretHandover, inject: [secretsRedisToken], useFactory: (redis: Redis) => new SecretHandover(redis) },
    { provide: mailTransportToken, useFactory: () => createMailTransport(config) },
  ],
  exports: [MailService],
})
export class MailModule implements OnApplicationShutdown {
  constructor(
    @Inject(mailTransportToken) private readonly transport: MailTransport,
    @Inject(secretsRedisToken) private readonly redis: Redis,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.transport.close();
    await closeRedis(this.redis);
  }
}

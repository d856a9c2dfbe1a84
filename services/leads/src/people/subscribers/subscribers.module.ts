import { subscribers } from '@docfolio/contracts/entities/subscriber';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { SubscribersController } from './subscribers.controller.js';
import { SubscribersRepository, subscriberSchema } from './subscribers.repository.js';
import { SubscribersService } from './subscribers.service.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Module({
  imports: [MongoModule.forFeature('blog_subscribers', subscriberSchema)],
  controllers: [recordController(subscribers, SubscribersService), SubscribersController, SubscriptionsController],
  providers: [SubscribersService, SubscriptionsService, SubscribersRepository],
  exports: [SubscribersService, SubscribersRepository],
})
export class SubscribersModule {}

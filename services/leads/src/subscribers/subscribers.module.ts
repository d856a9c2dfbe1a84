import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { SubscribersController } from './subscribers.controller.js';
import { SubscribersRepository, subscriberSchema } from './subscribers.repository.js';
import { SubscribersService } from './subscribers.service.js';

@Module({
  imports: [MongoModule.forFeature('blog_subscribers', subscriberSchema)],
  controllers: [SubscribersController],
  providers: [SubscribersService, SubscribersRepository],
  exports: [SubscribersService, SubscribersRepository],
})
export class SubscribersModule {}

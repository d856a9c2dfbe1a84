import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { knownAdminSchema } from './known-admin.schema.js';
import { OwnerRepository } from './owner.repository.js';
import { OwnerSubscriber } from './owner.subscriber.js';

@Module({
  imports: [MongoModule.forFeature('known_admins', knownAdminSchema)],
  providers: [OwnerRepository, OwnerSubscriber],
  exports: [OwnerRepository],
})
export class OwnerModule {}

import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { ClientsController } from './clients.controller.js';
import { ClientsRepository, clientSchema } from './clients.repository.js';
import { ClientsService } from './clients.service.js';

@Module({
  imports: [MongoModule.forFeature('clients', clientSchema)],
  controllers: [ClientsController],
  providers: [ClientsService, ClientsRepository],
  exports: [ClientsService, ClientsRepository],
})
export class ClientsModule {}

import { clients } from '@docfolio/contracts/entities/client';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { ClientsRepository, clientSchema } from './clients.repository.js';
import { ClientsService } from './clients.service.js';

@Module({
  imports: [MongoModule.forFeature('clients', clientSchema)],
  controllers: [recordController(clients, ClientsService)],
  providers: [ClientsService, ClientsRepository],
  exports: [ClientsService, ClientsRepository],
})
export class ClientsModule {}

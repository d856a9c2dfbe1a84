import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { LeadsModule } from '../leads/leads.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { ConversionsController } from './conversions.controller.js';
import { ConversionsRepository, conversionSchema } from './conversions.repository.js';
import { ConversionsService } from './conversions.service.js';

@Module({
  imports: [LeadsModule, ClientsModule, ProjectsModule, MongoModule.forFeature('conversions', conversionSchema)],
  controllers: [ConversionsController],
  providers: [ConversionsService, ConversionsRepository],
})
export class ConversionsModule {}

import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository, projectSchema } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [ClientsModule, MongoModule.forFeature('projects', projectSchema)],
  controllers: [ProjectsController],
  providers: [ProjectsService, ProjectsRepository],
  exports: [ProjectsService, ProjectsRepository],
})
export class ProjectsModule {}

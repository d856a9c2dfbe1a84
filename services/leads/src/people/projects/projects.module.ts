import { projects } from '@docfolio/contracts/entities/project';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { ProjectsRepository, projectSchema } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

@Module({
  imports: [ClientsModule, MongoModule.forFeature('projects', projectSchema)],
  controllers: [recordController(projects, ProjectsService)],
  providers: [ProjectsService, ProjectsRepository],
  exports: [ProjectsService, ProjectsRepository],
})
export class ProjectsModule {}

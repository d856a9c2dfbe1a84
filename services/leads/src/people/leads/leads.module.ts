import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { LeadsController } from './leads.controller.js';
import { LeadsRepository, leadSchema } from './leads.repository.js';
import { LeadsService } from './leads.service.js';

@Module({
  imports: [MongoModule.forFeature('leads', leadSchema)],
  controllers: [LeadsController],
  providers: [LeadsService, LeadsRepository],
  exports: [LeadsService, LeadsRepository],
})
export class LeadsModule {}

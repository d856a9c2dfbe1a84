import { leads } from '@docfolio/contracts/entities/lead';
import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { recordController } from '@docfolio/service-kit/rpc/record-controller';
import { Module } from '@nestjs/common';
import { LeadMetrics } from './lead-metrics.js';
import { LeadsController } from './leads.controller.js';
import { LeadsRepository, leadSchema } from './leads.repository.js';
import { LeadsService } from './leads.service.js';

@Module({
  imports: [MongoModule.forFeature('leads', leadSchema)],
  controllers: [recordController(leads, LeadsService), LeadsController],
  providers: [LeadsService, LeadsRepository, LeadMetrics],
  exports: [LeadsService, LeadsRepository],
})
export class LeadsModule {}

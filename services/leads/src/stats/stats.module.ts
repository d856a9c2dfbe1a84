import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { InquiriesModule } from '../inquiries/inquiries.module.js';
import { LeadsModule } from '../leads/leads.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({
  imports: [LeadsModule, ClientsModule, ProjectsModule, InquiriesModule, SubscribersModule],
  controllers: [StatsController],
  providers: [StatsService],
})
export class StatsModule {}

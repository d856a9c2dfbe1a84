import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { InquiriesModule } from '../inquiries/inquiries.module.js';
import { LeadsModule } from '../leads/leads.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SubscribersModule } from '../subscribers/subscribers.module.js';
import { CsvExportProcessor } from './csv-export.processor.js';
import { ExportedLists } from './exported-lists.js';
import { ExportsCleaner } from './exports.cleaner.js';
import { ExportsController } from './exports.controller.js';
import { ExportsRepository, exportSchema } from './exports.repository.js';
import { ExportsService } from './exports.service.js';

@Module({
  imports: [
    LeadsModule,
    ClientsModule,
    ProjectsModule,
    InquiriesModule,
    SubscribersModule,
    MongoModule.forFeature('exports', exportSchema),
  ],
  controllers: [ExportsController],
  providers: [ExportsService, ExportsRepository, ExportedLists, CsvExportProcessor, ExportsCleaner],
})
export class ExportsModule {}

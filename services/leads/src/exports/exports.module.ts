import { MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CsvExportProcessor } from './csv-export.processor.js';
import { ExportedLists } from './exported-lists.js';
import { ExportsCleaner } from './exports.cleaner.js';
import { ExportsController } from './exports.controller.js';
import { ExportsRepository, exportSchema } from './exports.repository.js';
import { ExportsService } from './exports.service.js';

@Module({
  imports: [DiscoveryModule, MongoModule.forFeature('exports', exportSchema)],
  controllers: [ExportsController],
  providers: [ExportsService, ExportsRepository, ExportedLists, CsvExportProcessor, ExportsCleaner],
})
export class ExportsModule {}

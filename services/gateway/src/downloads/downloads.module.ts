import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { AuditCsv } from '../audit/audit-csv.js';
import type { GatewayConfig } from '../config.schema.js';
import { edgeRedisToken } from '../redis.module.js';
import { DownloadsController } from './downloads.controller.js';
import { Downloads } from './downloads.service.js';

@Module({})
export class DownloadsModule {
  static forRoot({ LEADS_URL, BYTES_SECRET }: GatewayConfig): DynamicModule {
    const options = { owners: { leads: LEADS_URL }, secret: BYTES_SECRET };
    return {
      module: DownloadsModule,
      controllers: [DownloadsController],
      providers: [
        {
          provide: Downloads,
          inject: [edgeRedisToken, loggerToken, AuditCsv],
          useFactory: (redis: Redis, logger: Logger, audit: AuditCsv) =>
            new Downloads(new DownloadTickets(redis), options, logger, audit),
        },
      ],
    };
  }
}

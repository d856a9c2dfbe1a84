import type { NamedOperation } from '@docfolio/contracts/operations';
import { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { type Logger, loggerToken } from '@docfolio/service-kit/logging';
import { getModelToken, MongoModule } from '@docfolio/service-kit/mongo/mongo.module';
import type { Stored } from '@docfolio/service-kit/mongo/record.schema';
import { type DynamicModule, Module } from '@nestjs/common';
import type { Model } from 'mongoose';
import { AuditRepository } from './audit.repository.js';
import { AuditSubscriber } from './audit.subscriber.js';
import { AuditCsv } from './audit-csv.js';
import {
  type AuditErasure,
  type AuditFields,
  auditEntriesCollection,
  auditEntrySchema,
  auditErasureSchema,
  auditErasuresCollection,
} from './audit-entry.js';
import { AuditTrail } from './audit-trail.js';

/** Stores the audit trail. Global, because guards of all modules record whom they refuse. */
@Module({})
export class AuditModule {
  static forRoot(days: number, operations: readonly NamedOperation[]): DynamicModule {
    return {
      module: AuditModule,
      global: true,
      imports: [
        MongoModule.forFeature(auditEntriesCollection, auditEntrySchema),
        MongoModule.forFeature(auditErasuresCollection, auditErasureSchema),
      ],
      providers: [
        {
          provide: AuditRepository,
          inject: [getModelToken(auditEntriesCollection), OutboxPublisher, getModelToken(auditErasuresCollection)],
          useFactory: (entries: Model<Stored<AuditFields>>, outbox: OutboxPublisher, erasures: Model<AuditErasure>) =>
            new AuditRepository(entries, outbox, erasures, days),
        },
        {
          provide: AuditTrail,
          inject: [AuditRepository, OutboxPublisher, loggerToken],
          useFactory: (entries: AuditRepository, outbox: OutboxPublisher, logger: Logger) =>
            new AuditTrail(entries, outbox, logger),
        },
        {
          provide: AuditSubscriber,
          inject: [AuditRepository, OutboxPublisher],
          useFactory: (entries: AuditRepository, outbox: OutboxPublisher) =>
            new AuditSubscriber(entries, outbox, operations),
        },
        {
          provide: AuditCsv,
          inject: [AuditRepository],
          useFactory: (entries: AuditRepository) => new AuditCsv(entries),
        },
      ],
      exports: [AuditRepository, AuditTrail, AuditCsv],
    };
  }
}

import { baseline } from '@docfolio/service-kit/mongo/migrations/migration';
import type { OwnDatabase } from '@docfolio/service-kit/mongo/mongo.module';
import type { AdminConfig } from './config.schema.js';

/** The gateway's database. A change of stored data is another migration: docs/development.md. */
export const databaseOf = (config: Pick<AdminConfig, 'MONGODB_URI' | 'MONGODB_DATABASE'>): OwnDatabase => ({
  uri: config.MONGODB_URI,
  dbName: config.MONGODB_DATABASE,
  migrations: [baseline],
});

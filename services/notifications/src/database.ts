import { baseline, setMissingFields } from '@docfolio/service-kit/mongo/migrations/migration';
import type { OwnDatabase } from '@docfolio/service-kit/mongo/mongo.module';
import { config } from './config.js';

/** The service's database. A change of stored data is another migration: docs/development.md. */
export const database: OwnDatabase = {
  uri: config.MONGODB_URI,
  dbName: config.MONGODB_DATABASE,
  migrations: [
    baseline,
    setMissingFields({ number: 2, name: 'complete the fields of emails', phase: 'expand' }, 'mail_deliveries', {
      lead_id: null,
      html: null,
      one_click: null,
      secret_id: null,
      retries: 0,
    }),
  ],
};

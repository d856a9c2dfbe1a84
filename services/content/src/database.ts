import { baseline, setMissingFields } from '@docfolio/service-kit/mongo/migrations/migration';
import type { OwnDatabase } from '@docfolio/service-kit/mongo/mongo.module';
import { config } from './config.js';

/** The service's database. A change of stored data is another migration: docs/development.md. */
export const database: OwnDatabase = {
  uri: config.MONGODB_URI,
  dbName: config.MONGODB_DATABASE,
  migrations: [
    baseline,
    setMissingFields({ number: 2, name: 'set by_author on comments', phase: 'expand' }, 'blog_comments', {
      by_author: false,
    }),
  ],
};

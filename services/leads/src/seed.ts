import { loadConfig } from '@docfolio/process/config';
import { seedDemo } from '@docfolio/service-kit/mongo/demo-seed';
import { seedConfigSchema } from './config.schema.js';

const { MONGODB_URI: uri, MONGODB_DATABASE: dbName } = loadConfig(seedConfigSchema);
await seedDemo('leads', import.meta.dirname, { uri, dbName });

import { loadConfig, newerDataExitCode } from '@docfolio/process/config';
import { printStatus } from '@docfolio/service-kit/bootstrap';
import { createLogger } from '@docfolio/service-kit/logging';
import { NewerDataError } from '@docfolio/service-kit/mongo/migrations/newer-data-error';
import { connectMongo, startMigrations } from '@docfolio/service-kit/mongo/mongo.module';
import { z } from 'zod';
import { connectAccounts } from './admin/connect-accounts.js';
import { type AdminConfig, adminConfigSchema, configSchema } from './config.schema.js';
import { databaseOf } from './database.js';

// Migrates the data, and creates collections and indexes, before a new version starts. `prepare status` prints its migrations.
const logger = createLogger('gateway', 'info');

async function prepare(config: AdminConfig): Promise<void> {
  const { migrations = [], ...options } = databaseOf(config);
  const connection = await connectMongo(options, logger);
  const runner = await startMigrations(connection, migrations, logger);
  const connected = await connectAccounts(config, logger);
  await connected.close();
  await runner.contract();
  console.log(JSON.stringify(await runner.status()));
  await runner.close();
  await connection.close();
  logger.info('prepared');
}

try {
  const config = loadConfig(adminConfigSchema);
  // A value that the gateway would refuse ends the migration first, while the old version still serves.
  loadConfig(z.object(configSchema.shape).partial());
  if (process.argv[3] === 'status') await printStatus(databaseOf(config), logger);
  else await prepare(config);
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot be prepared');
  const code = error instanceof NewerDataError ? newerDataExitCode : 1;
  logger.flush(() => process.exit(code));
}

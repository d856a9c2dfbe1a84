import { loadConfig } from '@docfolio/process/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { connectAccounts } from './admin/connect-accounts.js';
import { adminConfigSchema } from './config.schema.js';

// Creates collections and indexes, before an update.
const logger = createLogger('gateway', 'info');
try {
  const connected = await connectAccounts(loadConfig(adminConfigSchema), logger);
  await connected.close();
  logger.info('prepared');
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot be prepared');
  process.exitCode = 1;
}

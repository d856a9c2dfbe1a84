import { drainSeconds, loadConfig, newerDataExitCode } from '@docfolio/process/config';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { createLogger } from '@docfolio/service-kit/logging';
import { NewerDataError } from '@docfolio/service-kit/mongo/migrations/newer-data-error';
import { configSchema } from './config.schema.js';
import { startGateway } from './start-gateway.js';

const config = loadConfig(configSchema);
const logger = createLogger('gateway', config.LOG_LEVEL);

try {
  const { health, ready, stop } = await startGateway(config, logger);
  shutDownOnSignal({ health, log: logger, drainSeconds: drainSeconds(config), stop });
  logger.info(ready, 'ready');
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot start');
  const code = error instanceof NewerDataError ? newerDataExitCode : 1;
  logger.flush(() => process.exit(code));
}

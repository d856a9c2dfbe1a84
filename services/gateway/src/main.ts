import { loadConfig } from '@docfolio/service-kit/config';
import { createLogger } from '@docfolio/service-kit/logging';
import { gatewayConfig } from './config.js';
import { createGateway } from './gateway.js';

const config = loadConfig(gatewayConfig);
const logger = createLogger('gateway', config.LOG_LEVEL);

try {
  const app = await createGateway({ config, logger });
  // process.exit, or a process that is PID 1 outlives its own shutdown.
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  await app.listen(config.PORT, config.HOST);
  logger.info({ address: await app.getUrl() }, 'ready');
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot start');
  logger.flush(() => process.exit(1));
}

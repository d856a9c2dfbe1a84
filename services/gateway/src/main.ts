import { drainSeconds, loadConfig } from '@docfolio/process/config';
import { startInternalServer } from '@docfolio/process/internal-server';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { createLogger } from '@docfolio/service-kit/logging';
import { configSchema } from './config.schema.js';
import { createGateway } from './gateway.js';

const config = loadConfig(configSchema);
const logger = createLogger('gateway', config.LOG_LEVEL);

try {
  const { app, health } = await createGateway({ config, logger });
  await app.listen(config.PORT, config.HOST);
  const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT);
  const stop = async () => {
    await app.close();
    await internal.close();
  };
  shutDownOnSignal({ health, log: logger, drainSeconds: drainSeconds(config), stop });
  logger.info({ address: await app.getUrl(), internal_port: internal.port }, 'ready');
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot start');
  logger.flush(() => process.exit(1));
}

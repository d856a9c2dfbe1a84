import { drainSeconds, loadConfig, newerDataExitCode } from '@docfolio/process/config';
import { startInternalServer } from '@docfolio/process/internal-server';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { createLogger } from '@docfolio/service-kit/logging';
import { NewerDataError } from '@docfolio/service-kit/mongo/migrations/newer-data-error';
import { configSchema } from './config.schema.js';
import { createGateway } from './gateway.js';

const config = loadConfig(configSchema);
const logger = createLogger('gateway', config.LOG_LEVEL);

try {
  const { app, health, metrics, tracing } = await createGateway({ config, logger });
  await app.listen(config.PORT, config.HOST);
  const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT, metrics);
  const stop = async () => {
    await app.close();
    await internal.close();
    await tracing?.stop();
  };
  shutDownOnSignal({ health, log: logger, drainSeconds: drainSeconds(config), stop });
  logger.info({ address: await app.getUrl(), internal_port: internal.port }, 'ready');
} catch (error) {
  logger.fatal({ err: error }, 'the gateway cannot start');
  const code = error instanceof NewerDataError ? newerDataExitCode : 1;
  logger.flush(() => process.exit(code));
}

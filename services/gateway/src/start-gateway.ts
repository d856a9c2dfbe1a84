import { startInternalServer } from '@docfolio/process/internal-server';
import type { Logger } from '@docfolio/service-kit/logging';
import type { RunningProcess } from '@docfolio/service-kit/placed-process';
import type { GatewayConfig } from './config.schema.js';
import { createGateway } from './gateway.js';

/** Starts the gateway on its ports, without handling signals or exiting the process. @throws Error if it cannot start */
export async function startGateway(config: GatewayConfig, logger: Logger): Promise<RunningProcess> {
  const { app, health, metrics, tracing } = await createGateway({ config, logger });
  await app.listen(config.PORT, config.HOST);
  const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT, metrics);
  const stop = async () => {
    await app.close();
    await internal.close();
    await tracing?.stop();
  };
  return { health, ready: { address: await app.getUrl(), internal_port: internal.port }, stop };
}

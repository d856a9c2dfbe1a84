import path from 'node:path';
import { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { drainSeconds, loadConfig } from '@docfolio/process/config';
import { HealthRegistry } from '@docfolio/process/health';
import { startInternalServer } from '@docfolio/process/internal-server';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { pino } from 'pino';
import { configSchema } from './config.schema.js';
import { createWebApp } from './web-app.js';

/** ms after the drain until connections with requests in flight are closed. */
const graceTime = 8_000;

const config = loadConfig(configSchema);
const logger = pino({ level: config.LOG_LEVEL, base: { service: 'web' } });
const appsDirectory = path.resolve(import.meta.dirname, '../..');
const shellBuild = path.join(appsDirectory, 'shell/dist');
const health = new HealthRegistry();
const invalidations = config.REDIS_URL ? new InvalidationFeed({ redisUrl: config.REDIS_URL, logger }) : undefined;
const app = await createWebApp({
  config,
  health,
  logger,
  browserDirectory: path.join(shellBuild, 'browser'),
  hostFile: path.join(shellBuild, 'rendering/server.js'),
  appsDirectory,
  invalidations,
});
if (config.NODE_ENV === 'production' && !config.SITE_URL) {
  logger.warn('SITE_URL is not set: pages and feeds give the address of the site as each request names it');
}
await invalidations?.start();
await app.listen({ port: config.PORT, host: config.HOST });
const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT);
shutDownOnSignal({ health, log: logger, drainSeconds: drainSeconds(config), stop });
const address = app.server.address();
const port = typeof address === 'object' ? address?.port : config.PORT;
logger.info({ port, host: config.HOST, internal_port: internal.port }, 'listening');

async function stop(): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceTime);
  await app.close();
  clearTimeout(timer);
  await invalidations?.close();
  await internal.close();
}

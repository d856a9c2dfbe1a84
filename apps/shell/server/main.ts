import path from 'node:path';
import { InvalidationFeed } from '@docfolio/response-cache/invalidation-feed';
import { pino } from 'pino';
import { readConfig } from './config.js';
import { createWebApp } from './web-app.js';

/** Milliseconds that requests in flight get after SIGTERM; a live stream would never end by itself. */
const graceTime = 8000;

const config = readConfigOrExit();
const logger = pino({ level: config.LOG_LEVEL, base: { service: 'web' } });
const distribution = path.resolve(import.meta.dirname, '..');
const invalidations = config.REDIS_URL ? new InvalidationFeed({ redisUrl: config.REDIS_URL, logger }) : undefined;
const app = await createWebApp({
  config,
  logger,
  browserDirectory: path.join(distribution, 'browser'),
  hostFile: path.join(distribution, 'rendering/server.js'),
  appsDirectory: path.resolve(distribution, '../..'),
  invalidations,
});
if (config.NODE_ENV === 'production' && !config.SITE_URL) {
  logger.warn('SITE_URL is not set: pages and feeds give the address of the site as each request names it');
}
await invalidations?.start();
await app.listen({ port: config.PORT, host: config.HOST });
const address = app.server.address();
logger.info({ port: typeof address === 'object' ? address?.port : config.PORT, host: config.HOST }, 'listening');

let stopping = false;
async function stop(signal: string) {
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, 'stopping');
  const timer = setTimeout(() => app.server.closeAllConnections(), graceTime);
  await app.close();
  clearTimeout(timer);
  await invalidations?.close();
  process.exit(0);
}
process.on('SIGTERM', (signal) => void stop(signal));
process.on('SIGINT', (signal) => void stop(signal));

function readConfigOrExit() {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}

import path from 'node:path';
import { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import { drainSeconds, loadConfig } from '@docfolio/process/config';
import { HealthRegistry } from '@docfolio/process/health';
import { startInternalServer } from '@docfolio/process/internal-server';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { contractFile, readContract } from '@docfolio/remote-build/build-folder';
import { readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { pino } from 'pino';
import { configSchema } from './config.schema.js';
import { BuildCache } from './remotes/build-cache.js';
import { GatewayBuildSource } from './remotes/build-source.js';
import { DeployedRemotes } from './remotes/deployed-remotes.js';
import { announceContract } from './remotes/shell-contract.js';
import { createWebApp } from './web-app.js';

/** ms after the drain until connections with requests in flight are closed. */
const graceTime = 8_000;

const config = loadConfig(configSchema);
const logger = pino({ level: config.LOG_LEVEL, base: { service: 'web' } });
const appsDirectory = path.resolve(import.meta.dirname, '../..');
const shellBuild = path.join(appsDirectory, 'shell/dist');
const health = new HealthRegistry();
const invalidations = config.REDIS_URL ? new InvalidationFeed({ redisUrl: config.REDIS_URL, logger }) : undefined;
const browserDirectory = path.join(shellBuild, 'browser');
const contract = await contractOfShell();
const deployed = contract ? deployedRemotes(contract) : undefined;
if (deployed) invalidations?.addListener(deployed);
const app = await createWebApp({
  config,
  health,
  logger,
  browserDirectory,
  hostFile: path.join(shellBuild, 'rendering/server.js'),
  appsDirectory,
  invalidations,
  deployed,
});
if (config.NODE_ENV === 'production' && !config.SITE_URL) {
  logger.warn('SITE_URL is not set: pages and feeds give the address of the site as each request names it');
}
await invalidations?.start();
await deployed?.start();
const announcement =
  contract && config.REDIS_URL ? announceContract({ redisUrl: config.REDIS_URL, contract, logger }) : undefined;
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
  deployed?.stop();
  await announcement?.stop();
  await invalidations?.close();
  await internal.close();
}

/** Returns the contract hash of the built shell; undefined if it is not built, as beside its dev server. */
async function contractOfShell(): Promise<string | undefined> {
  if (config.DEV_SERVERS?.shell) return undefined;
  try {
    return await readContract(path.join(browserDirectory, contractFile));
  } catch (error) {
    logger.error({ err: error }, 'contract of the shell unknown, no deployed builds are served');
    return undefined;
  }
}

function deployedRemotes(contract: string): DeployedRemotes | undefined {
  if (!config.REMOTES_PUBLIC_KEYS) return undefined;
  const log = (error: unknown, message: string) => logger.warn({ err: error }, message);
  const source = new GatewayBuildSource(config.GATEWAY_URL);
  const directory = config.REMOTES_CACHE_DIR;
  const maxBytes = config.REMOTES_CACHE_SIZE * 1024 * 1024;
  const keys = readPublicKeys(config.REMOTES_PUBLIC_KEYS);
  const cache = new BuildCache({ directory, maxBytes, keys, source, log });
  return new DeployedRemotes({ source, cache, directory, contract, log });
}

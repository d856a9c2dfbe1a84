import path from 'node:path';
import { InvalidationFeed } from '@docfolio/edge/invalidation-feed';
import type { HealthRegistry } from '@docfolio/process/health';
import { Heartbeat } from '@docfolio/process/system/heartbeat';
import type { RecentErrors } from '@docfolio/process/system/recent-errors';
import { contractFile, readContract } from '@docfolio/remote-build/build-folder';
import { PageTokens } from '@docfolio/remote-build/page-token';
import { readPublicKeys } from '@docfolio/remote-build/signing-keys';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { WebConfig } from './config.schema.js';
import { guardProcess } from './remotes/build-guard.js';
import { GatewayBuildSource } from './remotes/build-source.js';
import { BuildVerdicts } from './remotes/build-verdicts.js';
import { watchForLoops } from './remotes/build-watchdog.js';
import { DeployedRemotes } from './remotes/deployed-remotes.js';
import { DownloadedBuilds } from './remotes/downloaded-builds.js';
import { announceShell } from './remotes/shell-contract.js';
import { createWebApp } from './web-app.js';

/** ms after the drain until connections with requests in flight are closed. */
const graceTime = 8_000;

const appsDirectory = path.resolve(import.meta.dirname, '../..');
const shellBuild = path.join(appsDirectory, 'shell/dist');
const browserDirectory = path.join(shellBuild, 'browser');
const hostFile = path.join(shellBuild, 'rendering/server.js');

export interface SiteOptions {
  config: WebConfig;
  health: HealthRegistry;
  logger: Logger;
  /** Errors that `logger` has logged. */
  errors: RecentErrors;
}

export interface Site {
  port: number;
  /** Stops accepting connections, finishes requests in flight and closes connections. */
  stop(): Promise<void>;
}

/** Serves the site on PORT. @throws Error if it cannot listen, or REMOTES_FILE is invalid */
export async function startSite({ config, health, logger, errors }: SiteOptions): Promise<Site> {
  const invalidations = config.REDIS_URL ? new InvalidationFeed({ redisUrl: config.REDIS_URL, logger }) : undefined;
  const contract = await contractOfShell(config, logger);
  const deployed = contract ? deployedRemotes(contract, config, logger) : undefined;
  if (deployed) invalidations?.addListener(deployed);
  const pageTokens = deployed && config.REDIS_URL ? new PageTokens() : undefined;
  const app = await createWebApp({
    config,
    health,
    logger,
    browserDirectory,
    hostFile,
    appsDirectory,
    invalidations,
    deployed,
    pageTokens,
  });
  await invalidations?.start();
  const watch = deployed && watchOnceServed(deployed, config, logger);
  await deployed?.start();
  const announcement =
    contract && config.REDIS_URL
      ? announceShell({ redisUrl: config.REDIS_URL, contract, pageTokens, logger })
      : undefined;
  await app.listen({ port: config.PORT, host: config.HOST });
  const reports = config.REDIS_URL
    ? startReports(config.REDIS_URL, { config, health, logger, errors }, deployed)
    : undefined;
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : config.PORT,
    async stop() {
      await reports?.stop();
      const timer = setTimeout(() => app.server.closeAllConnections(), graceTime);
      await app.close();
      clearTimeout(timer);
      deployed?.stop();
      await watch?.stop();
      await announcement?.stop();
      await invalidations?.close();
    },
  };
}

/** Reports how this process is, for the System page of the CRM. The user of this connection may do nothing else. */
function startReports(
  url: string,
  { config, health, logger, errors }: SiteOptions,
  deployed: DeployedRemotes | undefined,
): { stop(): Promise<void> } {
  const redis = new Redis(url, { maxRetriesPerRequest: 0, enableOfflineQueue: false, commandTimeout: 2_000 });
  // The first report that fails is logged.
  redis.on('error', () => undefined);
  const heartbeat = new Heartbeat({
    service: 'web',
    version: config.DOCFOLIO_VERSION,
    redis,
    health,
    errors,
    figures: async () => (deployed ? { unserved_builds: [...deployed.unserved] } : {}),
    onFailure: (error) => logger.warn({ err: error }, 'state of the process not reported'),
  });
  redis.once('ready', () => heartbeat.start());
  deployed?.onUnserved(() => heartbeat.beat());
  return {
    async stop() {
      await heartbeat.stop();
      redis.disconnect();
    },
  };
}

/** Returns the contract hash of the built shell; undefined if it is not built, as beside its dev server. */
async function contractOfShell(config: WebConfig, logger: Logger): Promise<string | undefined> {
  if (config.DEV_SERVERS?.shell) return undefined;
  try {
    return await readContract(path.join(browserDirectory, contractFile));
  } catch (error) {
    logger.error({ err: error }, 'contract of the shell unknown, no deployed builds are served');
    return undefined;
  }
}

function deployedRemotes(contract: string, config: WebConfig, logger: Logger): DeployedRemotes | undefined {
  if (!config.REMOTES_PUBLIC_KEYS) return undefined;
  const log = (error: unknown, message: string) => logger.warn({ err: error }, message);
  const source = new GatewayBuildSource(config.GATEWAY_URL);
  const directory = path.resolve(config.REMOTES_CACHE_DIR);
  const maxBytes = config.REMOTES_CACHE_SIZE * 1024 * 1024;
  const keys = readPublicKeys(config.REMOTES_PUBLIC_KEYS);
  const builds = new DownloadedBuilds({ directory, maxBytes, keys, source, log });
  const trialProgram = path.join(import.meta.dirname, 'remotes/trial-program.js');
  const verdicts = new BuildVerdicts({
    ...{ directory, trialProgram, hostFile, gatewayUrl: config.GATEWAY_URL, log },
    read: (downloaded, file) => builds.file(downloaded, file),
  });
  guardProcess({ directory, onBroken: (name, reason) => verdicts.markBroken(name, reason) });
  return new DeployedRemotes({ source, builds, directory, contract, verdicts, log });
}

/** Watches for builds that block the process, from the first one on that is served. */
function watchOnceServed(deployed: DeployedRemotes, config: WebConfig, logger: Logger): { stop(): Promise<void> } {
  let watch: { stop(): Promise<void> } | undefined;
  const program = path.join(import.meta.dirname, 'remotes/watchdog-program.js');
  const onError = (error: unknown) => logger.error({ err: error }, 'loops in builds of remotes are not watched');
  deployed.onChange(async () => {
    const isServing = [...deployed.served.values()].some(({ current, canary }) => current || canary);
    if (isServing) watch ??= watchForLoops(program, path.resolve(config.REMOTES_CACHE_DIR), onError);
  });
  return { stop: async () => watch?.stop() };
}

import { ConfigError, invalidConfigExitCode, loadConfig } from '@docfolio/process/config';
import type { HealthRegistry } from '@docfolio/process/health';
import { startInternalServer } from '@docfolio/process/internal-server';
import { startMetrics } from '@docfolio/process/metrics/metrics';
import { currentScope } from '@docfolio/process/scope';
import { shutDownOnSignal } from '@docfolio/process/shutdown';
import { flushed } from '@docfolio/service-kit/bootstrap';
import { createLogger } from '@docfolio/service-kit/logging';
import { configSchema } from './config.schema.js';
import { processes } from './processes.js';
import { MemberStartError, SharedProcess, sharedStopTimeout } from './shared-process.js';

const config = loadConfig(configSchema);
// Its secrets are for the processes in here, not for programs that these start.
delete process.env.PLACED_PROCESSES;
const logger = createLogger('backend', config.LOG_LEVEL);

process.on('unhandledRejection', (error) => {
  // Node runs this in the context of the promise: the scope is that of the process that has created it.
  logger.fatal({ err: error, process: currentScope()?.name }, 'unhandled rejection');
  void flushed(logger).then(() => process.exit(1));
});

try {
  const shared = SharedProcess.configure(await importAll(), config.PLACED_PROCESSES);
  let probed: Awaited<ReturnType<typeof serveProbes>> | undefined;
  const notReady = () => {
    probed?.health.stop();
    shared.stopBeingReady();
  };
  const stop = async () => {
    await shared.stop();
    await probed?.internal.close();
  };
  // Before the start: processes that have started stop in order although others are still starting.
  shutDownOnSignal({
    health: { stop: notReady },
    log: logger,
    drainSeconds: shared.drainSeconds,
    stop,
    stopTimeout: sharedStopTimeout,
  });
  await shared.start();
  if (!shared.isStopping) {
    probed = await serveProbes(shared.health());
    logger.info({ port: probed.internal.port, processes: Object.keys(config.PLACED_PROCESSES) }, 'ready');
  }
} catch (error) {
  process.exit(await exitCodeFor(error));
}

async function serveProbes(health: HealthRegistry) {
  const metrics = await startMetrics({ config, service: 'backend', health });
  const internal = await startInternalServer(health, config.INTERNAL_HOST, config.INTERNAL_PORT, metrics);
  return { health, internal };
}

async function importAll() {
  const names = Object.keys(config.PLACED_PROCESSES);
  const unknown = names.filter((name) => !(name in processes));
  if (unknown.length > 0) throw new ConfigError(`PLACED_PROCESSES: unknown process ${unknown.join(', ')}`);
  return Promise.all(names.map((name) => processes[name]!()));
}

/** Says why the process cannot start, unless one of those in it has said so. @returns its exit code */
async function exitCodeFor(error: unknown): Promise<number> {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`);
    return invalidConfigExitCode;
  }
  if (error instanceof MemberStartError) {
    await flushed(error.logger);
    return error.exitCode;
  }
  logger.fatal({ err: error }, 'the service cannot start');
  await flushed(logger);
  return 1;
}
